-- CreateTable
CREATE TABLE "list_version" (
    "list_id" UUID NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "list_version_pkey" PRIMARY KEY ("list_id")
);

-- CreateTable
CREATE TABLE "list_change" (
    "id" BIGSERIAL NOT NULL,
    "list_id" UUID NOT NULL,
    "mark" BIGINT NOT NULL DEFAULT hashtextextended((gen_random_uuid())::text, (0)::bigint),

    CONSTRAINT "list_change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "list_change_list_id_mark_idx" ON "list_change"("list_id", "mark");

-- CreateIndex
CREATE INDEX "asset_timeline_idx" ON "asset"("owner_id", "local_date_time", "type", "is_favorite", "is_archived") WHERE (((is_visible AND (deleted_at IS NULL)) IS TRUE));
