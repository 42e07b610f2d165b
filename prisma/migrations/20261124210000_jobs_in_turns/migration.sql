-- DropIndex
DROP INDEX "asset_job_queued_idx";

-- AlterTable
ALTER TABLE "asset_job" ADD COLUMN "owner_id" UUID;

UPDATE "asset_job" SET "owner_id" = "asset"."owner_id" FROM "asset" WHERE "asset"."id" = "asset_id";

ALTER TABLE "asset_job" ALTER COLUMN "owner_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "asset_job_queued_idx" ON "asset_job"("name", "priority", "owner_id", "due_at") WHERE state = 'queued';
