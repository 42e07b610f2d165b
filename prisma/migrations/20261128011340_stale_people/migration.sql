-- AlterTable
ALTER TABLE "stale_text" ADD COLUMN     "has_people" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "stale_text_people_idx" ON "stale_text"("asset_id") WHERE (has_people);
