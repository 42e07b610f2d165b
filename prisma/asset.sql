-- How the service answers an Asset.
--
-- This file is the current definition of every field of the contract's `Asset`. A table, `asset_text`, holds the answer for each
-- visible asset as JSON. Triggers keep it true within the statement that changes a source row. `migrate` installs this file
-- whenever its text has changed, and then rewrites the answers that differ. Edit it freely: unlike a migration, it has no history.

-- ISO 8601 in UTC with milliseconds and Z.
CREATE OR REPLACE FUNCTION "api_time"(timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- base64 without the line breaks of RFC 2045.
CREATE OR REPLACE FUNCTION "api_base64"(bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN translate(encode($1, 'base64'), E'\n', '');

DROP VIEW IF EXISTS "trashed_asset_text", "asset_answer", "asset_part";

-- The fields of an asset, as JSON without `stack`, `stackCount` and the closing brace.
CREATE VIEW "asset_part" AS
SELECT
    asset."id",
    asset."stack_id",
    asset."file_created_at",
    asset."deleted_at" IS NOT NULL AS "is_trashed",
    left(to_json(always)::text, -1)
        || CASE WHEN exif."asset_id" IS NULL THEN '' ELSE ',"exifInfo":' || json_strip_nulls(to_json(exif_info))::text END
        || CASE WHEN smart."asset_id" IS NULL THEN '' ELSE ',"smartInfo":' || to_json(smart_info)::text END AS "json"
FROM "asset"
LEFT JOIN "exif" ON exif."asset_id" = asset."id"
LEFT JOIN "smart_info" AS smart ON smart."asset_id" = asset."id"
LEFT JOIN "stack" ON stack."id" = asset."stack_id"
LEFT JOIN "asset" AS leader
    ON leader."id" = stack."primary_asset_id" AND leader."id" <> asset."id" AND leader."deleted_at" IS NULL
CROSS JOIN LATERAL (
    SELECT
        exif."city" AS "city",
        exif."country" AS "country",
        api_time(exif."date_time_original") AS "dateTimeOriginal",
        exif."description" AS "description",
        exif."exif_image_height" AS "exifImageHeight",
        exif."exif_image_width" AS "exifImageWidth",
        exif."exposure_time" AS "exposureTime",
        exif."f_number" AS "fNumber",
        exif."file_size_in_byte" AS "fileSizeInByte",
        exif."focal_length" AS "focalLength",
        exif."iso" AS "iso",
        exif."latitude" AS "latitude",
        exif."lens_model" AS "lensModel",
        exif."longitude" AS "longitude",
        exif."make" AS "make",
        exif."model" AS "model",
        api_time(exif."modify_date") AS "modifyDate",
        exif."orientation" AS "orientation",
        exif."projection_type" AS "projectionType",
        exif."state" AS "state",
        exif."time_zone" AS "timeZone"
) AS exif_info
CROSS JOIN LATERAL (
    SELECT coalesce(smart."objects", '{}') AS "objects", coalesce(smart."tags", '{}') AS "tags"
) AS smart_info
CROSS JOIN LATERAL (
    SELECT coalesce('[' || string_agg(to_json(listed)::text, ',' ORDER BY listed."name" COLLATE "C", listed."id") || ']', '[]')::json AS "list"
    FROM (
        SELECT tag."id", tag."name", tag."type", tag."user_id" AS "userId"
        FROM "tag_asset" JOIN "tag" ON tag."id" = tag_asset."tag_id"
        WHERE tag_asset."asset_id" = asset."id"
    ) AS listed
) AS tags
CROSS JOIN LATERAL (
    SELECT coalesce('[' || string_agg(to_json(listed)::text, ',' ORDER BY listed."name" COLLATE "C", listed."id") || ']', '[]')::json AS "list"
    FROM (
        SELECT
            person."birth_date" AS "birthDate",
            ('[' || string_agg(to_json(face)::text, ',' ORDER BY face."boundingBoxX1", face."id") || ']')::json AS "faces",
            person."id" AS "id",
            person."is_hidden" AS "isHidden",
            person."name" AS "name",
            person."thumbnail_path" AS "thumbnailPath"
        FROM "asset_face"
        JOIN "person" ON person."id" = asset_face."person_id" AND NOT person."is_hidden"
        CROSS JOIN LATERAL (
            SELECT
                asset_face."bounding_box_x1" AS "boundingBoxX1",
                asset_face."bounding_box_x2" AS "boundingBoxX2",
                asset_face."bounding_box_y1" AS "boundingBoxY1",
                asset_face."bounding_box_y2" AS "boundingBoxY2",
                asset_face."id" AS "id",
                asset_face."image_height" AS "imageHeight",
                asset_face."image_width" AS "imageWidth"
        ) AS face
        WHERE asset_face."asset_id" = asset."id"
        GROUP BY person."id"
    ) AS listed
) AS people
CROSS JOIN LATERAL (
    SELECT
        api_base64(asset."checksum") AS "checksum",
        asset."device_asset_id" AS "deviceAssetId",
        asset."device_id" AS "deviceId",
        coalesce(asset."duration", '0:00:00.00000') AS "duration",
        api_time(asset."file_created_at") AS "fileCreatedAt",
        api_time(asset."file_modified_at") AS "fileModifiedAt",
        exif."asset_id" IS NOT NULL AS "hasMetadata",
        asset."id" AS "id",
        asset."is_archived" AS "isArchived",
        asset."is_external" AS "isExternal",
        asset."is_favorite" AS "isFavorite",
        asset."is_offline" AS "isOffline",
        asset."is_read_only" AS "isReadOnly",
        asset."deleted_at" IS NOT NULL AS "isTrashed",
        asset."library_id" AS "libraryId",
        asset."live_photo_video_id" AS "livePhotoVideoId",
        api_time(asset."local_date_time") AS "localDateTime",
        asset."original_file_name" AS "originalFileName",
        asset."original_path" AS "originalPath",
        asset."owner_id" AS "ownerId",
        people."list" AS "people",
        asset."resized" AS "resized",
        leader."id" AS "stackParentId",
        tags."list" AS "tags",
        api_base64(asset."thumbhash") AS "thumbhash",
        asset."type" AS "type",
        api_time(asset."updated_at") AS "updatedAt"
) AS always
WHERE asset."is_visible" AND asset."removed_at" IS NULL;

-- What the API answers for each visible asset.
CREATE VIEW "asset_answer" AS
SELECT
    part."id",
    part."json" || CASE WHEN stack."id" IS NULL THEN ',"stackCount":0}'
        ELSE ',"stackCount":' || members."count" || ',"stack":[' || members."json" || ']}' END AS "json"
FROM "asset_part" AS part
LEFT JOIN "stack" ON stack."primary_asset_id" = part."id"
LEFT JOIN LATERAL (
    SELECT
        count(*) AS "count",
        coalesce(string_agg(member."json" || ',"stackCount":0}', ',' ORDER BY member."file_created_at" DESC, member."id" DESC), '') AS "json"
    FROM "asset_part" AS member
    WHERE member."stack_id" = stack."id" AND member."id" <> part."id" AND NOT member."is_trashed"
) AS members ON stack."id" IS NOT NULL
WHERE NOT part."is_trashed";

-- What the API answers the owner of an asset in the trash.
CREATE VIEW "trashed_asset_text" AS
SELECT part."id" AS "asset_id", part."json" || ',"stackCount":0}' AS "json" FROM "asset_part" AS part WHERE part."is_trashed";

-- Rewrites the texts of the given assets and of the assets whose texts contain them, moves the versions of the lists that have
-- them, and writes the events. `part` is the part of the given assets that changed, as `AssetPart` of the contract names it.
-- All calls of a session share one plan, because planning costs more than writing a text. The plan may be made while the tables
-- are empty, so each OFFSET 0 keeps a search by index what it is: as a join, it may compare every row with every other. Such a plan
-- also seems so costly that PostgreSQL would compile it, for seconds, at every call.
CREATE OR REPLACE FUNCTION "refresh_asset_text"("changed" uuid[], "part" text DEFAULT 'asset') RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
    ids uuid[] := ARRAY(
        SELECT unnest(changed)
        UNION
        SELECT stack.primary_asset_id FROM asset JOIN stack ON stack.id = asset.stack_id WHERE asset.id = ANY (changed)
        UNION
        SELECT member.id FROM stack JOIN asset AS member ON member.stack_id = stack.id
        WHERE stack.primary_asset_id = ANY (changed)
    );
BEGIN
    -- When two transactions change one asset, the later one reads what the earlier one wrote.
    PERFORM FROM asset WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
    WITH answer AS MATERIALIZED (
        SELECT id, json FROM asset_answer WHERE id = ANY (ids)
    ), removed AS (
        DELETE FROM asset_text WHERE asset_id = ANY (ids) AND asset_id NOT IN (SELECT id FROM answer)
        RETURNING asset_id
    ), written AS (
        INSERT INTO asset_text AS text (asset_id, json)
        SELECT id, json FROM answer ORDER BY id
        ON CONFLICT (asset_id) DO UPDATE SET json = excluded.json
        WHERE text.json <> excluded.json
        RETURNING asset_id, xmax = 0 AS is_new
    ), rewritten AS MATERIALIZED (
        SELECT asset_id, false AS is_new FROM removed UNION ALL SELECT asset_id, is_new FROM written
    ), recorded AS (
        INSERT INTO event (type, asset_id, subject)
        SELECT
            CASE WHEN is_new THEN 'asset.added' ELSE 'asset.updated' END,
            asset_id,
            CASE WHEN asset_id IN (SELECT unnest(changed)) THEN part ELSE 'stack' END
        FROM rewritten
    )
    INSERT INTO list_version (list_id)
    SELECT asset.owner_id FROM rewritten, LATERAL (SELECT owner_id FROM asset WHERE id = rewritten.asset_id OFFSET 0) AS asset
    UNION
    SELECT held.album_id
    FROM rewritten, LATERAL (SELECT album_id FROM album_asset WHERE asset_id = rewritten.asset_id OFFSET 0) AS held
    UNION
    SELECT listed.tag_id
    FROM rewritten, LATERAL (SELECT tag_id FROM tag_asset WHERE asset_id = rewritten.asset_id OFFSET 0) AS listed;
END
$$;

-- Fills in the order of a row that was written without it. The foreign key keeps it then, and refuses what is no asset.
CREATE OR REPLACE FUNCTION "copy_file_created_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.file_created_at := coalesce((SELECT file_created_at FROM asset WHERE id = NEW.asset_id), 'infinity');
    RETURN NEW;
END
$$;

-- Runs after a statement. Its argument is a query for the ids of the affected assets; `before` and `after` are the changed rows.
CREATE OR REPLACE FUNCTION "refresh_asset_text_of_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids uuid[];
BEGIN
    EXECUTE format('SELECT array_agg(id) FROM (%s) AS concerned (id)', TG_ARGV[0]) INTO ids;
    IF ids IS NOT NULL THEN
        PERFORM refresh_asset_text(ids, CASE TG_TABLE_NAME
            WHEN 'asset' THEN 'asset'
            WHEN 'exif' THEN 'exifInfo'
            WHEN 'smart_info' THEN 'smartInfo'
            WHEN 'stack' THEN 'stack'
            WHEN 'tag' THEN 'tags'
            WHEN 'tag_asset' THEN 'tags'
            ELSE 'people'
        END);
    END IF;
    RETURN NULL;
END
$$;

-- Moves the versions of the lists of users who lost an asset.
CREATE OR REPLACE FUNCTION "bump_owner_list_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_version (list_id) SELECT DISTINCT before.owner_id FROM before JOIN "user" ON "user".id = before.owner_id;
    RETURN NULL;
END
$$;

-- Moves the versions of the lists of tags that lost an asset.
CREATE OR REPLACE FUNCTION "bump_tag_list_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_version (list_id) SELECT DISTINCT tag.id FROM before JOIN tag ON tag.id = before.tag_id;
    RETURN NULL;
END
$$;

-- Deletes the versions of the lists of users, albums or tags that are gone.
CREATE OR REPLACE FUNCTION "delete_list_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM list_version WHERE list_id IN (SELECT id FROM before);
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "refresh_asset_text_on_insert" AFTER INSERT ON "asset" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_update" AFTER UPDATE ON "asset" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows(
        'SELECT id FROM after
         UNION SELECT primary_asset_id FROM before JOIN stack ON stack.id = before.stack_id');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_delete" AFTER DELETE ON "asset" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows(
        'SELECT primary_asset_id FROM before JOIN stack ON stack.id = before.stack_id');

CREATE OR REPLACE TRIGGER "bump_owner_list_versions" AFTER DELETE ON "asset" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION bump_owner_list_versions();
CREATE OR REPLACE TRIGGER "delete_list_versions" AFTER DELETE ON "user" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION delete_list_versions();
CREATE OR REPLACE TRIGGER "delete_list_versions" AFTER DELETE ON "album" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION delete_list_versions();

CREATE OR REPLACE TRIGGER "copy_file_created_at" BEFORE INSERT ON "album_asset"
    FOR EACH ROW WHEN (NEW.file_created_at IS NULL) EXECUTE FUNCTION copy_file_created_at();

CREATE OR REPLACE TRIGGER "refresh_asset_text_on_insert" AFTER INSERT ON "exif" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_update" AFTER UPDATE ON "exif" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_delete" AFTER DELETE ON "exif" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before');

CREATE OR REPLACE TRIGGER "refresh_asset_text_on_insert" AFTER INSERT ON "smart_info" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_update" AFTER UPDATE ON "smart_info" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_delete" AFTER DELETE ON "smart_info" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before');

CREATE OR REPLACE TRIGGER "refresh_asset_text_on_insert" AFTER INSERT ON "asset_face" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_update" AFTER UPDATE ON "asset_face" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before UNION SELECT asset_id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_delete" AFTER DELETE ON "asset_face" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before');

CREATE OR REPLACE TRIGGER "refresh_asset_text_on_update" AFTER UPDATE ON "person" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows(
        'SELECT asset_id FROM after JOIN asset_face ON asset_face.person_id = after.id');

CREATE OR REPLACE TRIGGER "refresh_asset_text_on_insert" AFTER INSERT ON "stack" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT primary_asset_id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_update" AFTER UPDATE ON "stack" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows(
        'SELECT primary_asset_id FROM before UNION SELECT primary_asset_id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_delete" AFTER DELETE ON "stack" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT primary_asset_id FROM before');

CREATE OR REPLACE TRIGGER "refresh_asset_text_on_update" AFTER UPDATE ON "tag" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows(
        'SELECT asset_id FROM before JOIN after USING (id) JOIN tag_asset ON tag_id = id
         WHERE (before.name, before.type, before.user_id) IS DISTINCT FROM (after.name, after.type, after.user_id)');

CREATE OR REPLACE TRIGGER "copy_file_created_at" BEFORE INSERT ON "tag_asset"
    FOR EACH ROW WHEN (NEW.file_created_at IS NULL) EXECUTE FUNCTION copy_file_created_at();
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_insert" AFTER INSERT ON "tag_asset" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_delete" AFTER DELETE ON "tag_asset" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before');
CREATE OR REPLACE TRIGGER "delete_list_versions" AFTER DELETE ON "tag" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION delete_list_versions();
CREATE OR REPLACE TRIGGER "bump_tag_list_versions" AFTER DELETE ON "tag_asset" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION bump_tag_list_versions();
