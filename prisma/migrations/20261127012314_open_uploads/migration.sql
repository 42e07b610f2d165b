-- AlterTable
ALTER TABLE "resumable_upload" ADD COLUMN     "checksum" BYTEA;

-- CreateTable
CREATE TABLE "form_upload" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "form_upload_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "form_upload_owner_id_idx" ON "form_upload"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "resumable_upload_open_key" ON "resumable_upload"("owner_id", "checksum", "size") WHERE (stored IS NULL);

-- AddForeignKey
ALTER TABLE "form_upload" ADD CONSTRAINT "form_upload_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
