-- PostgreSQL checks a foreign key in a query for each row, which is most of the cost of an album of many assets, or of many jobs.
-- These triggers check all rows of a statement in one query. The keys stay declared, but PostgreSQL no longer enforces them. It
-- can do so since version 18, and an older one keeps enforcing them.
--
-- A statement that adds references shares a lock and then looks for what they refer to. One that deletes holds the lock alone
-- and then deletes the references. Both keep the lock until their transaction ends. So the one that comes second sees what the
-- first one did, provided that its transaction sees what others commit, which READ COMMITTED does.
CREATE FUNCTION "lock_references"("is_shared" boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
        RAISE feature_not_supported USING
            MESSAGE = 'albums, assets and jobs cannot be added or deleted in a transaction that is ' || current_setting('transaction_isolation'),
            HINT = 'Use READ COMMITTED.';
    END IF;
    IF is_shared THEN
        PERFORM pg_advisory_xact_lock_shared(hashtextextended('references', 0));
    ELSE
        PERFORM pg_advisory_xact_lock(hashtextextended('references', 0));
    END IF;
END
$$;

-- Raises what PostgreSQL raises for a foreign key.
CREATE FUNCTION "refuse_reference"("from_table" text, "to_table" text, "missing" uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    key text := format('%s_%s_id_fkey', from_table, to_table);
BEGIN
    RAISE foreign_key_violation USING
        MESSAGE = format('insert or update on table "%s" violates foreign key constraint "%s"', from_table, key),
        DETAIL = format('Key (%s_id)=(%s) is not present in table "%s".', to_table, missing, to_table),
        SCHEMA = current_schema(), TABLE = from_table, CONSTRAINT = key;
END
$$;

-- The rows are looked up one by one by the primary key, because a join that was planned for many of them would read the whole
-- table for a few.
CREATE FUNCTION "check_album_assets"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    missing uuid;
BEGIN
    PERFORM lock_references(true);
    SELECT asset_id INTO missing FROM after WHERE (SELECT id FROM asset WHERE id = after.asset_id) IS NULL LIMIT 1;
    IF FOUND THEN
        PERFORM refuse_reference('album_asset', 'asset', missing);
    END IF;
    SELECT album_id INTO missing FROM (SELECT DISTINCT album_id FROM after) AS added
    WHERE (SELECT id FROM album WHERE id = added.album_id) IS NULL LIMIT 1;
    IF FOUND THEN
        PERFORM refuse_reference('album_asset', 'album', missing);
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION "check_asset_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    missing uuid;
BEGIN
    PERFORM lock_references(true);
    SELECT asset_id INTO missing FROM after WHERE (SELECT id FROM asset WHERE id = after.asset_id) IS NULL LIMIT 1;
    IF FOUND THEN
        PERFORM refuse_reference('asset_job', 'asset', missing);
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION "delete_references_to_assets"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids uuid[] := ARRAY(SELECT id FROM before);
BEGIN
    IF ids <> '{}' THEN
        PERFORM lock_references(false);
        DELETE FROM album_asset WHERE asset_id = ANY (ids);
        DELETE FROM asset_job WHERE asset_id = ANY (ids);
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION "delete_references_to_albums"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids uuid[] := ARRAY(SELECT id FROM before);
BEGIN
    IF ids <> '{}' THEN
        PERFORM lock_references(false);
        DELETE FROM album_asset WHERE album_id = ANY (ids);
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION "refuse_new_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE feature_not_supported USING
        MESSAGE = format('the ids in table "%s" cannot be changed', TG_TABLE_NAME),
        HINT = 'Insert a new row, and delete the old one.';
END
$$;

DO $$
BEGIN
    IF current_setting('server_version_num')::int < 180000 THEN
        RETURN;
    END IF;

    -- Another version of PostgreSQL need not know these words.
    EXECUTE 'ALTER TABLE "album_asset" ALTER CONSTRAINT "album_asset_album_id_fkey" NOT ENFORCED';
    EXECUTE 'ALTER TABLE "album_asset" ALTER CONSTRAINT "album_asset_asset_id_fkey" NOT ENFORCED';
    EXECUTE 'ALTER TABLE "asset_job" ALTER CONSTRAINT "asset_job_asset_id_fkey" NOT ENFORCED';

    CREATE TRIGGER "references_on_insert" AFTER INSERT ON "album_asset" REFERENCING NEW TABLE AS "after"
        FOR EACH STATEMENT EXECUTE FUNCTION check_album_assets();
    CREATE TRIGGER "references_on_insert" AFTER INSERT ON "asset_job" REFERENCING NEW TABLE AS "after"
        FOR EACH STATEMENT EXECUTE FUNCTION check_asset_jobs();
    CREATE TRIGGER "references_on_delete" AFTER DELETE ON "asset" REFERENCING OLD TABLE AS "before"
        FOR EACH STATEMENT EXECUTE FUNCTION delete_references_to_assets();
    CREATE TRIGGER "references_on_delete" AFTER DELETE ON "album" REFERENCING OLD TABLE AS "before"
        FOR EACH STATEMENT EXECUTE FUNCTION delete_references_to_albums();

    CREATE TRIGGER "references_on_update" BEFORE UPDATE OF "album_id", "asset_id" ON "album_asset"
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_new_key();
    CREATE TRIGGER "references_on_update" BEFORE UPDATE OF "asset_id" ON "asset_job"
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_new_key();
    CREATE TRIGGER "references_on_update" BEFORE UPDATE OF "id" ON "asset"
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_new_key();
    CREATE TRIGGER "references_on_update" BEFORE UPDATE OF "id" ON "album"
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_new_key();
END
$$;
