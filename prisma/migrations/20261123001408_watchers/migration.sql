-- AlterTable
ALTER TABLE "library" ADD COLUMN     "watcher_id" UUID,
ADD COLUMN     "watcher_seen_at" TIMESTAMPTZ(3);
