-- AlterTable
ALTER TABLE "session" ADD COLUMN     "api_key_id" UUID;

-- CreateTable
CREATE TABLE "sign_in_code" (
    "code_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_code_pkey" PRIMARY KEY ("code_hash")
);

-- CreateIndex
CREATE INDEX "sign_in_code_user_id_idx" ON "sign_in_code"("user_id");

-- CreateIndex
CREATE INDEX "session_api_key_id_idx" ON "session"("api_key_id");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_code" ADD CONSTRAINT "sign_in_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
