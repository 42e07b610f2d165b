-- AlterTable
ALTER TABLE "album" ADD COLUMN     "is_oldest_first" BOOLEAN NOT NULL DEFAULT false;
