-- CreateTable
CREATE TABLE "asset_search" (
    "asset_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "file_created_at" TIMESTAMPTZ(3) NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "asset_search_pkey" PRIMARY KEY ("asset_id")
);

-- CreateIndex
CREATE INDEX "asset_search_owner_id_file_created_at_asset_id_idx" ON "asset_search" ("owner_id", "file_created_at" DESC, "asset_id" DESC);

-- CreateIndex
CREATE INDEX "asset_search_words_idx" ON "asset_search" USING GIN ("words");
