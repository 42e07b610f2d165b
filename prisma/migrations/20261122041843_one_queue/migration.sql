-- DropIndex
DROP INDEX "asset_job_state_queued_at_idx";

-- AlterTable
ALTER TABLE "asset_job" DROP COLUMN "turn",
ADD COLUMN     "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "worker" DROP COLUMN "pools";

-- What waits keeps its order.
UPDATE "asset_job" SET "due_at" = "queued_at" WHERE "state" = 'queued';

-- CreateIndex
CREATE INDEX "asset_job_queued_idx" ON "asset_job"("name", "priority", "due_at") WHERE (state = 'queued');

-- CreateIndex
CREATE INDEX "asset_job_running_idx" ON "asset_job"("worker_id") WHERE (state = 'running');

-- CreateIndex
CREATE INDEX "asset_job_failed_idx" ON "asset_job"("finished_at") WHERE (state = 'failed');

-- The queue that was kept beside the records of the jobs.
DROP SCHEMA IF EXISTS "graphile_worker" CASCADE;
