-- AlterTable
ALTER TABLE "sidecar_change" ADD COLUMN     "taken_back" TEXT;
