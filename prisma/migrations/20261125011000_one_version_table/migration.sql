-- The version of each list of assets, of a user, an album or a tag, is the exclusive or of the marks of its rows. Maintenance makes one
-- row of many.
ALTER TABLE "list_version" RENAME COLUMN "version" TO "mark";
ALTER TABLE "list_version" ALTER COLUMN "mark" SET DEFAULT hashtextextended((gen_random_uuid())::text, (0)::bigint);
ALTER TABLE "list_version" DROP CONSTRAINT "list_version_pkey", ADD CONSTRAINT "list_version_pkey" PRIMARY KEY ("list_id", "mark");

INSERT INTO "list_version" ("list_id", "mark")
SELECT list_id, mark FROM list_change
UNION ALL
SELECT tag_id, mark FROM tag_change
UNION ALL
SELECT id, version FROM tag WHERE version <> 0;

DROP TABLE "list_change", "tag_change";
ALTER TABLE "tag" DROP COLUMN "version";

-- Functions and triggers are named for what they do. `asset.sql`, which is installed next, has those that go here.
DROP FUNCTION IF EXISTS "refresh_asset_text"(uuid[]), "refresh_asset_text"(uuid[], text);
DROP FUNCTION IF EXISTS "refresh_asset_text_of"(), "place_tag_asset"(), "mark_owners_of"(), "mark_tags_of"(), "forget_lists_of"() CASCADE;

ALTER FUNCTION "tell_album"() RENAME TO "record_album_created";
ALTER FUNCTION "tell_share"() RENAME TO "record_album_shared";
ALTER FUNCTION "tell_job"() RENAME TO "record_job_finished";
ALTER FUNCTION "replace_covers_of"() RENAME TO "replace_album_covers";
ALTER TRIGGER "event_of_album" ON "album" RENAME TO "record_album_created";
ALTER TRIGGER "event_of_share" ON "album_user" RENAME TO "record_album_shared";
ALTER TRIGGER "event_of_job" ON "asset_job" RENAME TO "record_job_finished";
ALTER TRIGGER "album_covers_on_delete" ON "album_asset" RENAME TO "replace_album_covers";
