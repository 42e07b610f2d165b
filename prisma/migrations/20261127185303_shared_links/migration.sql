-- AlterTable
ALTER TABLE "event" ADD COLUMN     "link_id" UUID;

-- CreateTable
CREATE TABLE "shared_link" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "album_id" UUID,
    "description" TEXT,
    "password_hash" TEXT,
    "allow_download" BOOLEAN NOT NULL,
    "allow_upload" BOOLEAN NOT NULL,
    "show_metadata" BOOLEAN NOT NULL,
    "view_count" INTEGER NOT NULL DEFAULT 0,
    "viewed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "shared_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shared_link_asset" (
    "link_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "file_created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shared_link_asset_pkey" PRIMARY KEY ("link_id","asset_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shared_link_key_hash_key" ON "shared_link"("key_hash");

-- CreateIndex
CREATE INDEX "shared_link_user_id_idx" ON "shared_link"("user_id");

-- CreateIndex
CREATE INDEX "shared_link_album_id_idx" ON "shared_link"("album_id");

-- CreateIndex
CREATE INDEX "shared_link_asset_link_id_file_created_at_asset_id_idx" ON "shared_link_asset"("link_id", "file_created_at" DESC, "asset_id" DESC);

-- CreateIndex
CREATE INDEX "shared_link_asset_asset_id_link_id_idx" ON "shared_link_asset"("asset_id", "link_id");

-- AddForeignKey
ALTER TABLE "shared_link" ADD CONSTRAINT "shared_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shared_link" ADD CONSTRAINT "shared_link_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shared_link_asset" ADD CONSTRAINT "shared_link_asset_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "shared_link"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shared_link_asset" ADD CONSTRAINT "shared_link_asset_asset_id_fkey" FOREIGN KEY ("asset_id", "file_created_at") REFERENCES "asset"("id", "file_created_at") ON DELETE CASCADE ON UPDATE CASCADE;
