-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Nobody has changed a key since it was made.
UPDATE "api_key" SET "updated_at" = "created_at";
