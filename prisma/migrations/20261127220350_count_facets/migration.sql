-- AlterTable
ALTER TABLE "asset_search" ADD COLUMN     "facet" BIGINT;

-- CreateTable
CREATE TABLE "facet_count" (
    "owner_id" UUID NOT NULL,
    "facet" BIGINT NOT NULL,
    "mark" BIGINT NOT NULL DEFAULT hashtextextended((gen_random_uuid())::text, (0)::bigint),
    "count" INTEGER NOT NULL,
    "city" TEXT,
    "state" TEXT,
    "country" TEXT,
    "make" TEXT,
    "model" TEXT,
    "is_located" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "facet_count_pkey" PRIMARY KEY ("owner_id","facet","mark")
);

-- CreateIndex
CREATE INDEX "facet_count_new_idx" ON "facet_count"("owner_id", "facet") WHERE (mark <> 0);

-- CreateIndex
CREATE INDEX "asset_search_facet_file_created_at_asset_id_idx" ON "asset_search"("facet", "file_created_at" DESC, "asset_id" DESC);
