-- AlterTable
ALTER TABLE "asset" ADD COLUMN     "embedded_in_id" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "asset_embedded_in_id_key" ON "asset"("embedded_in_id") WHERE (embedded_in_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_embedded_in_id_fkey" FOREIGN KEY ("embedded_in_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
