-- AlterTable
ALTER TABLE "asset" ADD COLUMN     "is_stack_own" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "exif" ADD COLUMN     "is_date_own" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_place_own" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sidecar_change" ALTER COLUMN "name" DROP NOT NULL;

-- CreateTable
CREATE TABLE "file_removal" (
    "asset_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "original_path" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_removal_pkey" PRIMARY KEY ("asset_id")
);

-- CreateIndex
CREATE INDEX "asset_trash_idx" ON "asset"("owner_id", "deleted_at") WHERE ((deleted_at IS NOT NULL) AND (removed_at IS NULL));

-- CreateIndex
CREATE INDEX "asset_removed_idx" ON "asset"("id") WHERE ((removed_at IS NOT NULL) AND (NOT is_external));
