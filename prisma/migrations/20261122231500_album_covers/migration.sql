-- The newest asset of an album becomes its cover when the cover is no longer in it. A trigger sees what was committed while its
-- statement waited for the album.
CREATE FUNCTION "replace_covers_of"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE album SET album_thumbnail_asset_id = (
        SELECT asset.id FROM album_asset JOIN asset ON asset.id = album_asset.asset_id
        WHERE album_asset.album_id = album.id AND is_visible AND deleted_at IS NULL
        ORDER BY file_created_at DESC, asset.id DESC LIMIT 1
    )
    FROM (SELECT DISTINCT album_id FROM before) AS changed
    WHERE album.id = changed.album_id AND NOT EXISTS (
        SELECT FROM album_asset WHERE album_asset.album_id = album.id AND asset_id = album_thumbnail_asset_id
    );
    RETURN NULL;
END
$$;

CREATE TRIGGER "album_covers_on_delete" AFTER DELETE ON "album_asset" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION replace_covers_of();
