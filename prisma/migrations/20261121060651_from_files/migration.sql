-- AlterTable
ALTER TABLE "asset_face" ADD COLUMN     "from_file" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "exif" ADD COLUMN     "file_description" TEXT;

-- AlterTable
ALTER TABLE "tag_asset" ADD COLUMN     "from_file" BOOLEAN NOT NULL DEFAULT false;
