-- AlterTable
ALTER TABLE "asset" ADD COLUMN     "uploaded_bytes" BIGINT;

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "quota_bytes" DOUBLE PRECISION;

-- CreateIndex
CREATE INDEX "asset_owner_id_uploaded_bytes_idx" ON "asset"("owner_id", "uploaded_bytes") WHERE (uploaded_bytes IS NOT NULL);
