-- PostgreSQL itself checks which albums and assets `album_asset` refers to, on every version. The queue refers to assets by id, as
-- queues do: a worker skips a job whose asset is gone, and maintenance removes its row.

-- PostgreSQL 18 alone has the triggers.
DROP TRIGGER IF EXISTS "references_on_insert" ON "album_asset";
DROP TRIGGER IF EXISTS "references_on_update" ON "album_asset";
DROP TRIGGER IF EXISTS "references_on_insert" ON "asset_job";
DROP TRIGGER IF EXISTS "references_on_update" ON "asset_job";
DROP TRIGGER IF EXISTS "references_on_delete" ON "asset";
DROP TRIGGER IF EXISTS "references_on_update" ON "asset";
DROP TRIGGER IF EXISTS "references_on_delete" ON "album";
DROP TRIGGER IF EXISTS "references_on_update" ON "album";

DROP FUNCTION "check_album_assets"(), "check_asset_jobs"(), "delete_references_to_albums"(), "delete_references_to_assets"(),
    "lock_references"(boolean), "refuse_new_key"(), "refuse_reference"(text, text, uuid);

ALTER TABLE "asset_job" DROP CONSTRAINT "asset_job_asset_id_fkey";

-- Whoever disabled the triggers, or wrote as a replica does, may have left rows that refer to nothing.
DO $$
DECLARE
    removed bigint;
BEGIN
    DELETE FROM album_asset
    WHERE NOT EXISTS (SELECT FROM asset WHERE id = asset_id) OR NOT EXISTS (SELECT FROM album WHERE id = album_id);
    GET DIAGNOSTICS removed = ROW_COUNT;
    IF removed > 0 THEN
        RAISE WARNING '% rows of album_asset were removed, because their album or asset did not exist', removed;
    END IF;
END
$$;

ALTER TABLE "album_asset"
    DROP CONSTRAINT "album_asset_album_id_fkey",
    DROP CONSTRAINT "album_asset_asset_id_fkey",
    ADD CONSTRAINT "album_asset_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "album_asset_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON UPDATE CASCADE ON DELETE CASCADE;
