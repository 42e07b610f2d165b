-- AlterTable
ALTER TABLE "asset_job" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "finished_at" TIMESTAMPTZ(3),
ADD COLUMN     "priority" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "started_at" TIMESTAMPTZ(3),
ADD COLUMN     "turn" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "worker_id" UUID;

-- CreateTable
CREATE TABLE "worker" (
    "id" UUID NOT NULL,
    "pools" TEXT[],
    "host" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worker_pkey" PRIMARY KEY ("id")
);
