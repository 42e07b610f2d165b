-- AlterTable
ALTER TABLE "library" ADD COLUMN "mount_points" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
