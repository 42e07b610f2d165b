-- A code may be an invitation, which lasts longer, or make the first account, which has no user yet.
-- AlterTable
ALTER TABLE "sign_in_code" ADD COLUMN     "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '00:10:00'::interval),
ADD COLUMN     "is_invitation" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "user_id" DROP NOT NULL;

UPDATE "sign_in_code" SET "expires_at" = "created_at" + interval '10 minutes';

-- CreateTable
CREATE TABLE "password" (
    "user_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "password" ADD CONSTRAINT "password_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

