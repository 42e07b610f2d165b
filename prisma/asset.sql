-- How the service answers an Asset.
--
-- This file is the current definition of every field of the contract's `Asset`. A table, `asset_text`, holds the answer for each
-- visible asset as JSON. Triggers keep it true within the statement that changes a source row. A click changes only flags, the trash
-- and `updatedAt`: it leaves the text and marks it in `stale_text`, and a list puts in what the row of `asset` says. The texts of a person
-- of very many assets are marked, too, and a list makes them anew. `migrate`
-- installs this file whenever its text has changed, and then rewrites the answers that differ. Edit it freely: unlike a migration, it
-- has no history.

-- ISO 8601 in UTC with milliseconds and Z.
CREATE OR REPLACE FUNCTION "api_time"(timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- base64 without the line breaks of RFC 2045.
CREATE OR REPLACE FUNCTION "api_base64"(bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN translate(encode($1, 'base64'), E'\n', '');

-- What changes by a click, as JSON between the fields before and after it. Whether an asset is archived or a favorite is the
-- business of its owner: for others it is false.
CREATE OR REPLACE FUNCTION "asset_flags"("asset", "is_for_owner" boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ',"isArchived":' || ($1.is_archived AND $2)::text || ',"isExternal":' || $1.is_external::text
        || ',"isFavorite":' || ($1.is_favorite AND $2)::text || ',"isOffline":' || $1.is_offline::text
        || ',"isReadOnly":' || $1.is_read_only::text || ',"isTrashed":' || ($1.deleted_at IS NOT NULL)::text
$$;

-- The answer for an asset as its row and its text say it now. In the trash, it has no stack. It cuts bytes, because cutting
-- characters of UTF-8 takes five times as long.
CREATE OR REPLACE FUNCTION "asset_json"("asset", "asset_text", "is_for_owner" boolean) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT convert_from(
        substr(convert_to($2.json, 'UTF8'), 1, $2.flags_at)
        || convert_to(asset_flags($1, $3), 'UTF8')
        || substr(convert_to($2.json, 'UTF8'), $2.body_at, $2.last_at - length('"2000-01-01T00:00:00.000Z"') - $2.body_at)
        || convert_to('"' || api_time($1.updated_at) || '"', 'UTF8')
        || CASE WHEN $1.deleted_at IS NULL AND ($3 OR $2.stack_for_others IS NULL) THEN substr(convert_to($2.json, 'UTF8'), $2.last_at)
            ELSE substr(convert_to($2.json, 'UTF8'), $2.last_at, $2.stack_at - $2.last_at)
                || convert_to(CASE WHEN $1.deleted_at IS NULL THEN $2.stack_for_others ELSE ',"stackCount":0}' END, 'UTF8') END,
        'UTF8')
$$;

-- The answer for an asset as visitors of a link get it: what is not named here is left out, or blank. Without metadata, only what a
-- wall needs is left.
CREATE OR REPLACE FUNCTION "visitor_json"("json" text, "shows_metadata" boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ((
        SELECT jsonb_object_agg(key, value) FROM jsonb_each($1::jsonb)
        WHERE key IN (
            'id', 'type', 'ownerId', 'duration', 'fileCreatedAt', 'fileModifiedAt', 'localDateTime', 'livePhotoVideoId', 'resized',
            'thumbhash', 'updatedAt'
        ) OR ($2 AND key IN ('checksum', 'exifInfo', 'originalFileName', 'people', 'smartInfo', 'tags'))
    ) || jsonb_build_object(
        'deviceAssetId', '', 'deviceId', '', 'hasMetadata', $2, 'isArchived', false, 'isExternal', false, 'isFavorite', false,
        'isOffline', false, 'isReadOnly', true, 'isTrashed', false, 'libraryId', '', 'originalPath', '', 'stackCount', 0,
        'stackParentId', null
    ) || CASE WHEN $2 THEN '{}' ELSE jsonb_build_object(
        'checksum', '', 'originalFileName', '', 'people', '[]'::jsonb, 'tags', '[]'::jsonb
    ) END || CASE WHEN $2 AND $1::jsonb -> 'people' <> '[]' THEN jsonb_build_object('people', (
        SELECT jsonb_agg(person || '{"birthDate":null,"thumbnailPath":""}') FROM jsonb_array_elements($1::jsonb -> 'people') AS person
    )) ELSE '{}' END)::text
$$;

-- A text as a search compares it: words in lower case without accents, with a space before, between and after them. A sign of China or
-- Japan, where no spaces stand between words, is a word. `foldWords` of the service does the same to what is looked for.
CREATE OR REPLACE FUNCTION "fold_words"(text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    folded text := $1;
BEGIN
    IF octet_length(folded) <> length(folded) THEN
        folded := regexp_replace(
            normalize(folded, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]', '', 'g');
    END IF;
    IF octet_length(folded) <> length(folded) THEN
        folded := replace(replace(replace(replace(translate(
            folded,
            'ÆŒØÞÐĐĦŁŊŦƏẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҚҢҮҰҺӘӨԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖıςøđł',
            'æœoþðdħlŋŧəßαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғқңүұһәөաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆiσodl'
        ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
        folded := regexp_replace(folded, '[\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff][\u3099\u309a]?', ' \& ', 'g');
    END IF;
    RETURN ' ' || btrim(regexp_replace(lower(folded COLLATE "C"), '[\u0001-/:-@\[-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u23ff\u2500-\u25ff\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufffd]+', ' ', 'g')) || ' ';
END
$$;

-- The owner, the place and the camera of an asset as one number, and whether it has coordinates; null without a place and a camera.
CREATE OR REPLACE FUNCTION "to_facet"("owner_id" uuid, "exif") RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN coalesce($2.city, $2.state, $2.country, $2.make, $2.model) IS NOT NULL THEN hashtextextended(
        ROW($1, $2.city, $2.state, $2.country, $2.make, $2.model, $2.latitude IS NOT NULL AND $2.longitude IS NOT NULL)::text, 0) END
$$;

DROP VIEW IF EXISTS "asset_words", "asset_answer", "asset_part", "asset_tags";

-- The words by which each visible asset is found, those of albums, tags and people apart: those of its name also without the letters before
-- a number, and the year, month and day at the place where it was taken.
CREATE VIEW "asset_words" AS
SELECT
    asset."id",
    asset."owner_id",
    asset."file_created_at",
    array_to_tsvector(array_remove(ARRAY(
        SELECT left(word, 64) FROM string_to_table(left(fold_words(concat_ws(' ',
            to_char(asset."local_date_time" AT TIME ZONE 'UTC', 'YYYY "m"MM "d"DD'),
            asset."original_file_name",
            CASE WHEN asset."original_file_name" ~ '[A-Za-z][0-9]' THEN regexp_replace(asset."original_file_name", '[A-Za-z]+(?=[0-9])', ' ', 'g') END,
            exif."city", exif."state", exif."country", exif."make", exif."model", exif."lens_model",
            array_to_string(smart."objects", ' '), array_to_string(smart."tags", ' '),
            exif."description"
        )), 50000), ' ') AS word
    ), '')) AS "words",
    to_facet(asset."owner_id", exif) AS "facet"
FROM "asset"
LEFT JOIN "exif" ON exif."asset_id" = asset."id"
LEFT JOIN "smart_info" AS smart ON smart."asset_id" = asset."id"
WHERE asset."is_visible" AND asset."removed_at" IS NULL;

-- The tags of each asset that has any, as JSON.
CREATE VIEW "asset_tags" AS
SELECT
    tag_asset."asset_id",
    '[' || string_agg(to_json(listed)::text, ',' ORDER BY listed."name" COLLATE "C", listed."id") || ']' AS "list"
FROM "tag_asset"
JOIN "tag" ON tag."id" = tag_asset."tag_id"
CROSS JOIN LATERAL (SELECT tag."id", tag."name", tag."type", tag."user_id" AS "userId") AS listed
GROUP BY tag_asset."asset_id";

-- The fields of an asset, as JSON without `stack`, `stackCount` and the closing brace: `head`, `flags`, `body` and `last`. `body` ends
-- with `updatedAt`.
CREATE VIEW "asset_part" AS
SELECT
    asset."id",
    asset."stack_id",
    asset."file_created_at",
    asset."deleted_at" IS NOT NULL AS "is_trashed",
    asset."is_archived" OR asset."is_favorite" AS "is_flagged",
    left(to_json(head)::text, -1) AS "head",
    asset_flags(asset, true) AS "flags",
    asset_flags(asset, false) AS "flags_for_others",
    ',' || substr(left(to_json(body)::text, -1), 2) AS "body",
    CASE WHEN exif."asset_id" IS NULL THEN '' ELSE ',"exifInfo":' || json_strip_nulls(to_json(exif_info))::text END
        || CASE WHEN smart."asset_id" IS NULL THEN '' ELSE ',"smartInfo":' || to_json(smart_info)::text END AS "last"
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
    SELECT coalesce((SELECT "list" FROM "asset_tags" WHERE asset_tags."asset_id" = asset."id"), '[]')::json AS "list"
) AS tags
CROSS JOIN LATERAL (
    SELECT coalesce('[' || string_agg(to_json(listed)::text, ',' ORDER BY listed."name" COLLATE "C", listed."id") || ']', '[]')::json AS "list"
    FROM (
        SELECT
            person."birth_date" AS "birthDate",
            coalesce('[' || string_agg(to_json(face)::text, ',' ORDER BY face."boundingBoxX1", face."id")
                FILTER (WHERE face."imageWidth" > 0) || ']', '[]')::json AS "faces",
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
        true AS "hasMetadata",
        asset."id" AS "id"
) AS head
CROSS JOIN LATERAL (
    SELECT
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
) AS body
WHERE asset."is_visible" AND asset."removed_at" IS NULL;

-- What the API answers for each visible asset, and where its pieces are, in bytes of UTF-8.
CREATE VIEW "asset_answer" AS
SELECT
    part."id",
    part."is_trashed",
    piece."head" || piece."flags" || piece."body" || piece."last" || members."json" AS "json",
    bytes."head" AS "flags_at",
    bytes."head" + bytes."flags" + 1 AS "body_at",
    bytes."head" + bytes."flags" + bytes."body" + 1 AS "last_at",
    bytes."head" + bytes."flags" + bytes."body" + bytes."last" + 1 AS "stack_at",
    CASE WHEN members."is_flagged" THEN members."for_others" END AS "stack_for_others",
    NOT (part."is_flagged" OR members."is_flagged") AS "is_plain"
FROM "asset_part" AS part
LEFT JOIN "stack" ON stack."primary_asset_id" = part."id"
-- With OFFSET 0, each piece is made once and not wherever it is named.
CROSS JOIN LATERAL (SELECT part."head", part."flags", part."body", part."last" OFFSET 0) AS piece
CROSS JOIN LATERAL (
    SELECT
        length(convert_to(piece."head", 'UTF8')) AS "head",
        length(convert_to(piece."flags", 'UTF8')) AS "flags",
        length(convert_to(piece."body", 'UTF8')) AS "body",
        length(convert_to(piece."last", 'UTF8')) AS "last"
) AS bytes
CROSS JOIN LATERAL (
    SELECT
        CASE WHEN stack."id" IS NULL THEN ',"stackCount":0}'
            ELSE ',"stackCount":' || count(*) || ',"stack":[' || coalesce(string_agg(
                member."head" || member."flags" || member."body" || member."last" || ',"stackCount":0}',
                ',' ORDER BY member."file_created_at" DESC, member."id" DESC), '') || ']}' END AS "json",
        CASE WHEN bool_or(member."is_flagged")
            THEN ',"stackCount":' || count(*) || ',"stack":[' || string_agg(
                member."head" || member."flags_for_others" || member."body" || member."last" || ',"stackCount":0}',
                ',' ORDER BY member."file_created_at" DESC, member."id" DESC) || ']}' END AS "for_others",
        coalesce(bool_or(member."is_flagged"), false) AS "is_flagged"
    FROM "asset_part" AS member
    WHERE member."stack_id" = stack."id" AND member."id" <> part."id" AND NOT member."is_trashed"
) AS members;

-- Rewrites the texts of the given assets and of the assets whose texts contain them. Returns those whose text is another one now.
-- All calls of a session share one plan, because planning costs more than writing a text. A plan that is made while the tables are
-- empty may seem so costly that PostgreSQL would compile it, for seconds, at every call.
DROP FUNCTION IF EXISTS "write_asset_texts"(uuid[]);
CREATE OR REPLACE FUNCTION "write_asset_texts"("changed" uuid[], "part" text DEFAULT 'asset') RETURNS TABLE ("id" uuid, "is_new" boolean, "is_trashed" boolean) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
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
    -- New tags take the place of the old ones, in half the time. A key begins with a quote, which has a backslash inside texts.
    IF part = 'tags' THEN
        RETURN QUERY
        UPDATE asset_text AS text SET
            (json, last_at, stack_at) = (
                SELECT
                    convert_from(substr(bytes, 1, first - 1) || list || substr(bytes, first + size), 'UTF8'),
                    last_at + length(list) - size,
                    stack_at + length(list) - size
                FROM (SELECT convert_to(json, 'UTF8') AS bytes OFFSET 0) AS utf8,
                    LATERAL (SELECT body_at + position(',"tags":['::bytea IN substr(bytes, body_at)) + 7 AS first OFFSET 0) AS start,
                    LATERAL (SELECT position('],"thumbhash":'::bytea IN substr(bytes, first)) AS size OFFSET 0) AS old,
                    LATERAL (
                        SELECT convert_to(coalesce((SELECT list FROM asset_tags WHERE asset_id = text.asset_id), '[]'), 'UTF8') AS list OFFSET 0
                    ) AS tags
            )
        FROM asset WHERE asset.id = asset_id AND asset.id = ANY (ids) AND stack_id IS NULL
        RETURNING asset_id, false, deleted_at IS NOT NULL;
        ids := ARRAY(SELECT unnest(ids) EXCEPT SELECT id FROM asset WHERE id = ANY (ids) AND stack_id IS NULL);
    END IF;
    IF ids = '{}' THEN
        RETURN;
    END IF;
    RETURN QUERY
    WITH answer AS MATERIALIZED (
        SELECT * FROM asset_answer WHERE id = ANY (ids)
    ), removed AS (
        DELETE FROM asset_text WHERE asset_id = ANY (ids) AND asset_id NOT IN (SELECT id FROM answer)
        RETURNING asset_id
    ), written AS (
        INSERT INTO asset_text AS text (asset_id, json, flags_at, body_at, last_at, stack_at, stack_for_others, is_plain)
        SELECT id, json, flags_at, body_at, last_at, stack_at, stack_for_others, is_plain FROM answer ORDER BY id
        ON CONFLICT (asset_id) DO UPDATE SET
            json = excluded.json, flags_at = excluded.flags_at, body_at = excluded.body_at, last_at = excluded.last_at,
            stack_at = excluded.stack_at, stack_for_others = excluded.stack_for_others, is_plain = excluded.is_plain
        WHERE text.json <> excluded.json
        RETURNING asset_id, xmax = 0 AS is_new
    ), fresh AS (
        -- A mark of people stays: the change that made it may not be seen yet.
        DELETE FROM stale_text WHERE asset_id = ANY (ids) AND asset_id NOT IN (SELECT id FROM answer WHERE is_trashed) AND NOT has_people
    ), stale AS (
        INSERT INTO stale_text (asset_id) SELECT id FROM answer WHERE is_trashed ON CONFLICT DO NOTHING
    )
    SELECT asset_id, false, false FROM removed
    UNION ALL
    SELECT asset_id, is_new, asset_id IN (SELECT id FROM answer WHERE is_trashed) FROM written;
END
$$;

-- The text of an asset as it would be made anew.
CREATE OR REPLACE FUNCTION "fresh_text"("text" "asset_text") RETURNS "asset_text" LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
    fresh asset_text;
BEGIN
    SELECT id, is_plain, flags_at, body_at, last_at, stack_at, json, stack_for_others INTO fresh FROM asset_answer WHERE id = text.asset_id;
    RETURN fresh;
END
$$;

-- Puts flags and `updatedAt` into the stale texts of some visible assets, as a list does. Nothing else of them is stale, and to make all
-- of a text takes three times as long. An asset that another transaction is changing keeps its mark. Assets are looked up one by one,
-- because a join would read half of the library for its first rows. Returns the number of the marks that are gone.
CREATE OR REPLACE FUNCTION "write_stale_texts"("most" int) RETURNS bigint LANGUAGE sql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
    WITH stale AS MATERIALIZED (
        SELECT asset FROM stale_text, LATERAL (
            SELECT asset FROM asset WHERE id = asset_id AND deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED
        ) AS locked WHERE NOT has_people LIMIT most
    ), written AS (
        UPDATE asset_text AS text SET
            (json, body_at, last_at, stack_at) = (
                SELECT asset_json(asset, text, true), body_at + longer, last_at + longer, stack_at + longer
                FROM (SELECT length(asset_flags(asset, true)) - (body_at - flags_at - 1) AS longer) AS flags
            ),
            is_plain = stack_for_others IS NULL AND NOT ((asset).is_archived OR (asset).is_favorite)
        FROM stale
        WHERE asset_id = (asset).id
    ), fresh AS (
        DELETE FROM stale_text WHERE asset_id = ANY (ARRAY(SELECT (asset).id FROM stale)) RETURNING 1
    )
    SELECT count(*) FROM fresh
$$;

-- Makes some texts anew whose people are stale. The marks go first, because a change that is not seen yet has to mark them again.
CREATE OR REPLACE FUNCTION "write_stale_people"("most" int) RETURNS bigint LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
    ids uuid[] := ARRAY(
        SELECT asset_id FROM stale_text, LATERAL (
            SELECT FROM asset WHERE id = asset_id AND deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED
        ) AS locked WHERE has_people ORDER BY asset_id LIMIT most
    );
BEGIN
    IF ids <> '{}' THEN
        PERFORM FROM stale_text WHERE asset_id = ANY (ids) ORDER BY asset_id FOR UPDATE;
        DELETE FROM stale_text WHERE asset_id = ANY (ids);
        PERFORM write_asset_texts(ids);
    END IF;
    RETURN cardinality(ids);
END
$$;

-- Rewrites the words of the given assets.
CREATE OR REPLACE FUNCTION "write_asset_words"("ids" uuid[]) RETURNS void LANGUAGE sql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
    WITH words AS MATERIALIZED (
        SELECT * FROM asset_words WHERE id = ANY (ids)
    ), removed AS (
        DELETE FROM asset_search WHERE asset_id = ANY (ids) AND asset_id NOT IN (SELECT id FROM words)
    )
    INSERT INTO asset_search AS old (asset_id, owner_id, file_created_at, words, facet)
    SELECT id, owner_id, file_created_at, words, facet FROM words ORDER BY id
    ON CONFLICT (asset_id) DO UPDATE SET
        owner_id = excluded.owner_id, file_created_at = excluded.file_created_at, words = excluded.words, facet = excluded.facet
    WHERE (old.owner_id, old.file_created_at, old.words, old.facet)
        IS DISTINCT FROM (excluded.owner_id, excluded.file_created_at, excluded.words, excluded.facet)
$$;

-- Moves the versions of the lists that have these assets of these owners, and writes the events. `part` is what changed of the assets
-- of `changed`, as `AssetPart` of the contract names it; of the others it is the stack. Each OFFSET 0 keeps a search by index what it
-- is: a plan that is made while the tables are empty would join them, and compare every row with every other.
CREATE OR REPLACE FUNCTION "record_asset_changes"("added" uuid[], "updated" uuid[], "owners" uuid[], "changed" uuid[], "part" text) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
BEGIN
    IF added = '{}' AND updated = '{}' THEN
        RETURN;
    END IF;
    WITH told AS MATERIALIZED (
        SELECT unnest(added) AS asset_id, 'asset.added' AS type UNION ALL SELECT unnest(updated), 'asset.updated'
    ), recorded AS (
        INSERT INTO event (type, asset_id, subject)
        SELECT type, asset_id, CASE WHEN asset_id IN (SELECT unnest(changed)) THEN part ELSE 'stack' END FROM told
    )
    INSERT INTO list_version (list_id)
    SELECT unnest(owners)
    UNION
    SELECT held.album_id FROM told, LATERAL (SELECT album_id FROM album_asset WHERE asset_id = told.asset_id OFFSET 0) AS held
    UNION
    SELECT listed.tag_id FROM told, LATERAL (SELECT tag_id FROM tag_asset WHERE asset_id = told.asset_id OFFSET 0) AS listed;
END
$$;

-- Marks the texts of very many assets whose people are others now, and of the stacks that contain them. Returns those that are listed.
CREATE OR REPLACE FUNCTION "mark_stale_people"("changed" uuid[]) RETURNS uuid[] LANGUAGE sql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
    WITH shown AS MATERIALIZED (
        SELECT asset.id, deleted_at, stack_id FROM unnest(changed) AS shown (id) JOIN asset USING (id)
        WHERE is_visible AND removed_at IS NULL
    ), concerned AS MATERIALIZED (
        SELECT id, deleted_at FROM shown
        UNION
        SELECT leader.id, leader.deleted_at FROM shown JOIN stack ON stack.id = stack_id JOIN asset AS leader ON leader.id = primary_asset_id
        WHERE shown.deleted_at IS NULL AND leader.is_visible AND leader.removed_at IS NULL
    ), marked AS (
        INSERT INTO stale_text (asset_id, has_people) SELECT id, true FROM concerned ORDER BY id
        ON CONFLICT (asset_id) DO UPDATE SET has_people = true
    )
    SELECT coalesce(array_agg(id) FILTER (WHERE deleted_at IS NULL), '{}') FROM concerned
$$;

-- Rewrites texts after a change of what they are made of, and tells of those that are listed and are others now.
CREATE OR REPLACE FUNCTION "refresh_asset_text"("changed" uuid[], "part" text DEFAULT 'asset') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    added uuid[];
    updated uuid[];
BEGIN
    IF part = 'people' AND cardinality(changed) > 1000 THEN
        added := '{}';
        updated := mark_stale_people(changed);
    ELSE
        SELECT coalesce(array_agg(id) FILTER (WHERE is_new), '{}'), coalesce(array_agg(id) FILTER (WHERE NOT is_new), '{}')
        INTO added, updated
        FROM write_asset_texts(changed, part) WHERE NOT is_trashed;
    END IF;
    PERFORM record_asset_changes(added, updated, ARRAY(
        SELECT DISTINCT owner_id
        FROM unnest(added || updated) AS told (id), LATERAL (SELECT owner_id FROM asset WHERE id = told.id OFFSET 0) AS asset
    ), changed, part);
    IF part IN ('asset', 'exifInfo', 'smartInfo') THEN
        PERFORM write_asset_words(changed);
    END IF;
END
$$;

-- Runs after an update of assets. A text is rewritten only if it says something else, flags, trash and `updatedAt` apart; those are
-- put in when it is read. A stack is part of the text of its primary asset, with the flags of its members.
CREATE OR REPLACE FUNCTION "refresh_updated_assets"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
    said uuid[];
    worded uuid[];
    added uuid[];
    updated uuid[];
    stale uuid[];
    owners uuid[];
    stacks uuid[];
    appeared uuid[];
    unlisted uuid[];
    rewritten uuid[];
BEGIN
    -- A full join is never a loop in a loop. A session plans this for its first change, and keeps the plan: what is quick for one asset
    -- would take seconds for thousands.
    SELECT
        coalesce(array_agg(id) FILTER (WHERE is_said), '{}'),
        array_agg(id) FILTER (WHERE is_worded),
        coalesce(array_agg(id) FILTER (WHERE is_clicked AND is_listed AND NOT was_listed), '{}'),
        coalesce(array_agg(id) FILTER (WHERE is_clicked AND was_listed), '{}'),
        coalesce(array_agg(id) FILTER (WHERE is_clicked AND has_text), '{}'),
        array_agg(id) FILTER (WHERE is_listed AND NOT was_listed),
        array_agg(id) FILTER (WHERE NOT was_listed),
        array_agg(DISTINCT owner_id),
        array_agg(old_stack) FILTER (WHERE old_stack IS NOT NULL) || array_agg(new_stack) FILTER (WHERE new_stack IS NOT NULL)
    INTO said, worded, added, updated, stale, appeared, unlisted, owners, stacks
    FROM (
        SELECT
            id,
            after.owner_id,
            before.stack_id AS old_stack,
            after.stack_id AS new_stack,
            before.is_visible AND before.deleted_at IS NULL AS was_listed,
            after.is_visible AND after.deleted_at IS NULL AS is_listed,
            after.is_visible AND after.removed_at IS NULL AS has_text,
            (
                before.is_archived, before.is_external, before.is_favorite, before.is_offline, before.is_read_only,
                before.deleted_at, before.updated_at
            ) IS DISTINCT FROM (
                after.is_archived, after.is_external, after.is_favorite, after.is_offline, after.is_read_only, after.deleted_at,
                after.updated_at
            ) AS is_clicked,
            (
                before.owner_id, before.library_id, before.device_asset_id, before.device_id, before.type, before.original_path,
                before.original_file_name, before.checksum, before.file_created_at, before.file_modified_at,
                before.local_date_time, before.duration, before.is_visible, before.resized, before.thumbhash,
                before.live_photo_video_id, before.stack_id, before.removed_at
            ) IS DISTINCT FROM (
                after.owner_id, after.library_id, after.device_asset_id, after.device_id, after.type, after.original_path,
                after.original_file_name, after.checksum, after.file_created_at, after.file_modified_at, after.local_date_time,
                after.duration, after.is_visible, after.resized, after.thumbhash, after.live_photo_video_id, after.stack_id,
                after.removed_at
            ) AS is_said,
            (
                before.owner_id, before.original_file_name, before.file_created_at, before.local_date_time, before.is_visible,
                before.removed_at
            ) IS DISTINCT FROM (
                after.owner_id, after.original_file_name, after.file_created_at, after.local_date_time, after.is_visible,
                after.removed_at
            ) AS is_worded
        FROM before FULL JOIN after USING (id)
    ) AS change;
    IF stacks IS NOT NULL THEN
        said := ARRAY(SELECT unnest(said) UNION SELECT primary_asset_id FROM stack WHERE id = ANY (stacks));
    END IF;
    IF said <> '{}' THEN
        rewritten := ARRAY(SELECT id FROM write_asset_texts(said) WHERE NOT is_trashed);
        added := ARRAY(SELECT unnest(added) UNION (SELECT unnest(rewritten) INTERSECT SELECT unnest(appeared)));
        updated := ARRAY(SELECT unnest(updated) UNION (SELECT unnest(rewritten) EXCEPT SELECT unnest(unlisted)));
        stale := ARRAY(SELECT unnest(stale) EXCEPT SELECT unnest(said));
    END IF;
    IF worded IS NOT NULL THEN
        PERFORM write_asset_words(worded);
    END IF;
    INSERT INTO stale_text (asset_id) SELECT unnest(stale) ON CONFLICT DO NOTHING;
    PERFORM record_asset_changes(added, updated, owners, ARRAY(SELECT id FROM after), 'asset');
    RETURN NULL;
END
$$;

-- Keeps the small table of the assets with a flag, so that the indexes of `asset` do not have to change with a click.
CREATE OR REPLACE FUNCTION "copy_flagged_assets"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM flagged_asset USING before
        WHERE flagged_asset.owner_id = before.owner_id AND asset_id = before.id
            AND (before.is_archived OR before.is_favorite OR before.deleted_at IS NOT NULL);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO flagged_asset (asset_id, owner_id, local_date_time, type, is_archived, is_favorite, deleted_at)
        SELECT id, owner_id, local_date_time, type, is_archived, is_favorite, deleted_at FROM after
        WHERE (is_archived OR is_favorite OR deleted_at IS NOT NULL) AND is_visible AND removed_at IS NULL;
    ELSE
        DELETE FROM stale_text USING before WHERE asset_id = before.id;
        DELETE FROM asset_search USING before WHERE asset_id = before.id;
    END IF;
    RETURN NULL;
END
$$;

-- Counts what a statement did to the facets of `asset_search`. The lock of an asset keeps its metadata as they were when its facet was
-- written.
CREATE OR REPLACE FUNCTION "count_facets"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
BEGIN
    -- With EXCEPT, no plan compares each row with every other.
    IF TG_OP = 'UPDATE' THEN
        IF NOT EXISTS (SELECT asset_id, owner_id, facet FROM after EXCEPT SELECT asset_id, owner_id, facet FROM before) THEN
            RETURN NULL;
        END IF;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO facet_count (owner_id, facet, count)
        SELECT owner_id, facet, -count(*) FROM before WHERE facet IS NOT NULL GROUP BY owner_id, facet;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO facet_count (owner_id, facet, count, city, state, country, make, model, is_located)
        SELECT owner_id, facet, count, city, state, country, make, model, latitude IS NOT NULL AND longitude IS NOT NULL
        FROM (
            SELECT owner_id, facet, count(*) AS count, (array_agg(asset_id))[1] AS one_id FROM after
            WHERE facet IS NOT NULL GROUP BY owner_id, facet
        ) AS added, LATERAL (SELECT * FROM exif WHERE asset_id = one_id OFFSET 0) AS exif;
    END IF;
    RETURN NULL;
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

-- The metadata that the same statement inserts writes the text.
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_insert" AFTER INSERT ON "asset" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows(
        'SELECT id FROM after WHERE NOT EXISTS (SELECT FROM exif WHERE asset_id = id)');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_update" AFTER UPDATE ON "asset" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_updated_assets();
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_delete" AFTER DELETE ON "asset" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows(
        'SELECT primary_asset_id FROM before JOIN stack ON stack.id = before.stack_id');

CREATE OR REPLACE TRIGGER "copy_flagged_assets_on_insert" AFTER INSERT ON "asset" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION copy_flagged_assets();
CREATE OR REPLACE TRIGGER "copy_flagged_assets_on_update" AFTER UPDATE ON "asset" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION copy_flagged_assets();
CREATE OR REPLACE TRIGGER "copy_flagged_assets_on_delete" AFTER DELETE ON "asset" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION copy_flagged_assets();

CREATE OR REPLACE TRIGGER "count_facets_on_insert" AFTER INSERT ON "asset_search" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION count_facets();
CREATE OR REPLACE TRIGGER "count_facets_on_update" AFTER UPDATE ON "asset_search" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION count_facets();
CREATE OR REPLACE TRIGGER "count_facets_on_delete" AFTER DELETE ON "asset_search" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION count_facets();

CREATE OR REPLACE TRIGGER "bump_owner_list_versions" AFTER DELETE ON "asset" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION bump_owner_list_versions();
CREATE OR REPLACE TRIGGER "delete_list_versions" AFTER DELETE ON "user" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION delete_list_versions();
CREATE OR REPLACE TRIGGER "delete_list_versions" AFTER DELETE ON "album" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION delete_list_versions();

CREATE OR REPLACE TRIGGER "copy_file_created_at" BEFORE INSERT ON "album_asset"
    FOR EACH ROW WHEN (NEW.file_created_at IS NULL) EXECUTE FUNCTION copy_file_created_at();

CREATE OR REPLACE TRIGGER "copy_file_created_at" BEFORE INSERT ON "shared_link_asset"
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

CREATE OR REPLACE TRIGGER "copy_file_created_at" BEFORE INSERT ON "asset_face"
    FOR EACH ROW WHEN (NEW.file_created_at IS NULL) EXECUTE FUNCTION copy_file_created_at();
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_insert" AFTER INSERT ON "asset_face" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_update" AFTER UPDATE ON "asset_face" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows(
        'SELECT DISTINCT asset_id FROM (TABLE before UNION ALL TABLE after) AS face LEFT JOIN person ON person.id = person_id
         WHERE person_id IS NOT NULL AND is_hidden IS NOT TRUE');
CREATE OR REPLACE TRIGGER "refresh_asset_text_on_delete" AFTER DELETE ON "asset_face" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before');

CREATE OR REPLACE TRIGGER "refresh_asset_text_on_update" AFTER UPDATE ON "person" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows(
        'SELECT DISTINCT asset_id FROM before JOIN after USING (id) JOIN asset_face ON asset_face.person_id = before.id
         WHERE NOT (before.is_hidden AND after.is_hidden) AND (before.birth_date, before.is_hidden, before.name, before.thumbnail_path)
            IS DISTINCT FROM (after.birth_date, after.is_hidden, after.name, after.thumbnail_path)');

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
