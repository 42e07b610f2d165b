-- AlterTable
ALTER TABLE "asset" ADD COLUMN     "sidecar_version" TEXT;
