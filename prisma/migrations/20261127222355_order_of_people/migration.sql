-- DropForeignKey
ALTER TABLE "asset_face" DROP CONSTRAINT "asset_face_asset_id_fkey";

-- DropIndex
DROP INDEX "asset_face_person_id_idx";

-- AlterTable
ALTER TABLE "asset_face" ADD COLUMN     "file_created_at" TIMESTAMPTZ(3);

-- No text changes.
ALTER TABLE "asset_face" DISABLE TRIGGER USER;
UPDATE "asset_face" SET "file_created_at" = "asset"."file_created_at" FROM "asset" WHERE "asset"."id" = "asset_face"."asset_id";
ALTER TABLE "asset_face" ENABLE TRIGGER USER;
ALTER TABLE "asset_face" ALTER COLUMN "file_created_at" SET NOT NULL;

-- CreateIndex
CREATE INDEX "asset_face_person_id_file_created_at_asset_id_idx" ON "asset_face"("person_id", "file_created_at" DESC, "asset_id" DESC);

-- AddForeignKey
ALTER TABLE "asset_face" ADD CONSTRAINT "asset_face_asset_id_fkey" FOREIGN KEY ("asset_id", "file_created_at") REFERENCES "asset"("id", "file_created_at") ON DELETE CASCADE ON UPDATE CASCADE;
