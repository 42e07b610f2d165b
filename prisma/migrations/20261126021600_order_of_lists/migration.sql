-- The lists of albums and tags store the order of their assets. A foreign key keeps it, also while an asset is being changed.
CREATE UNIQUE INDEX "asset_id_file_created_at_key" ON "asset"("id", "file_created_at");

ALTER TABLE "tag_asset" ALTER COLUMN "file_created_at" DROP DEFAULT;
UPDATE "tag_asset" SET "file_created_at" = asset."file_created_at" FROM "asset"
WHERE asset."id" = tag_asset."asset_id" AND asset."file_created_at" <> tag_asset."file_created_at";
ALTER TABLE "tag_asset"
    DROP CONSTRAINT "tag_asset_asset_id_fkey",
    ADD CONSTRAINT "tag_asset_asset_id_fkey" FOREIGN KEY ("asset_id", "file_created_at")
        REFERENCES "asset"("id", "file_created_at") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "album_asset" ADD COLUMN "file_created_at" TIMESTAMPTZ(3);
UPDATE "album_asset" SET "file_created_at" = asset."file_created_at" FROM "asset" WHERE asset."id" = album_asset."asset_id";
ALTER TABLE "album_asset"
    ALTER COLUMN "file_created_at" SET NOT NULL,
    DROP CONSTRAINT "album_asset_asset_id_fkey",
    ADD CONSTRAINT "album_asset_asset_id_fkey" FOREIGN KEY ("asset_id", "file_created_at")
        REFERENCES "asset"("id", "file_created_at") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "album_asset_album_id_file_created_at_asset_id_idx" ON "album_asset"("album_id", "file_created_at" DESC, "asset_id" DESC);

CREATE OR REPLACE FUNCTION "replace_album_covers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE album SET album_thumbnail_asset_id = (
        SELECT asset.id FROM album_asset JOIN asset ON asset.id = album_asset.asset_id
        WHERE album_asset.album_id = album.id AND is_visible AND deleted_at IS NULL
        ORDER BY album_asset.file_created_at DESC, album_asset.asset_id DESC LIMIT 1
    )
    FROM (SELECT DISTINCT album_id FROM before) AS changed
    WHERE album.id = changed.album_id AND NOT EXISTS (
        SELECT FROM album_asset WHERE album_asset.album_id = album.id AND asset_id = album_thumbnail_asset_id
    );
    RETURN NULL;
END
$$;
