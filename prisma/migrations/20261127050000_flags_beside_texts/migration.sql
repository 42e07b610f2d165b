-- What a click changes stands beside the stored texts, and in no index of "asset", so that a click writes little more than its rows.

-- CreateTable
CREATE TABLE "stale_text" (
    "asset_id" UUID NOT NULL,

    CONSTRAINT "stale_text_pkey" PRIMARY KEY ("asset_id")
);

-- CreateTable
CREATE TABLE "flagged_asset" (
    "owner_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "local_date_time" TIMESTAMPTZ(3) NOT NULL,
    "type" "asset_type" NOT NULL,
    "is_archived" BOOLEAN NOT NULL,
    "is_favorite" BOOLEAN NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "flagged_asset_pkey" PRIMARY KEY ("owner_id", "asset_id")
);

INSERT INTO "flagged_asset" ("asset_id", "owner_id", "local_date_time", "type", "is_archived", "is_favorite", "deleted_at")
SELECT id, owner_id, local_date_time, type, is_archived, is_favorite, deleted_at FROM "asset"
WHERE (is_archived OR is_favorite OR deleted_at IS NOT NULL) AND is_visible AND removed_at IS NULL;

-- CreateIndex
CREATE INDEX "flagged_asset_trash_idx" ON "flagged_asset"("owner_id", "deleted_at") WHERE (deleted_at IS NOT NULL);

-- DropIndex
DROP INDEX "asset_timeline_idx";

-- DropIndex
DROP INDEX "asset_trash_idx";

-- CreateIndex
CREATE INDEX "asset_timeline_idx" ON "asset"("owner_id", "local_date_time", "type") WHERE ((is_visible AND (removed_at IS NULL)) IS TRUE);

-- Which lists have an asset is read from the index alone.
DROP INDEX "album_asset_asset_id_idx", "tag_asset_asset_id_idx";
CREATE INDEX "album_asset_asset_id_album_id_idx" ON "album_asset"("asset_id", "album_id");
CREATE INDEX "tag_asset_asset_id_tag_id_idx" ON "tag_asset"("asset_id", "tag_id");

-- A new version of a row finds space on its page, and needs no new entries in the indexes.
ALTER TABLE "asset" SET (fillfactor = 90);

-- The texts stay as they are, with the places of their pieces. A new table has no traces of the old rows.
ALTER TABLE "asset_text" RENAME TO "asset_text_before";
ALTER TABLE "asset_text_before" DROP CONSTRAINT "asset_text_pkey";

CREATE TABLE "asset_text" (
    "asset_id" UUID NOT NULL,
    "is_plain" BOOLEAN NOT NULL,
    "flags_at" INTEGER NOT NULL,
    "body_at" INTEGER NOT NULL,
    "last_at" INTEGER NOT NULL,
    "stack_at" INTEGER NOT NULL,
    "json" TEXT NOT NULL,
    "stack_for_others" TEXT
);
ALTER TABLE "asset_text" SET (toast_tuple_target = 8160);

-- An object begins its keys with a quote, which has a backslash inside texts. What the text of a stack with flags says to others is
-- written when `asset.sql` is installed, as all texts are that differ.
INSERT INTO "asset_text" ("asset_id", "is_plain", "flags_at", "body_at", "last_at", "stack_at", "json")
SELECT
    asset_id,
    NOT is_flagged,
    position(convert_to(',"isArchived":', 'UTF8') IN bytes) - 1,
    position(convert_to(',"libraryId":', 'UTF8') IN bytes),
    position(convert_to(',"updatedAt":"', 'UTF8') IN bytes) + length(',"updatedAt":"2000-01-01T00:00:00.000Z"'),
    position(convert_to(',"stackCount":', 'UTF8') IN bytes),
    CASE WHEN is_flagged AND strpos(json, ',"stack":[{') > 0 THEN '' ELSE json END
FROM "asset_text_before",
    LATERAL (SELECT convert_to(json, 'UTF8') AS bytes) AS utf8,
    LATERAL (SELECT strpos(json, ',"isArchived":true') > 0 OR strpos(json, ',"isFavorite":true') > 0 AS is_flagged) AS flags;

DROP TABLE "asset_text_before";
ALTER TABLE "asset_text"
    ADD CONSTRAINT "asset_text_pkey" PRIMARY KEY ("asset_id"),
    ADD CONSTRAINT "asset_text_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The trash is read from "asset_text", too.
DROP VIEW IF EXISTS "trashed_asset_text";
