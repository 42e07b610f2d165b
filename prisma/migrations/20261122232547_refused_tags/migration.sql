-- CreateTable
CREATE TABLE "refused_tag" (
    "tag_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,

    CONSTRAINT "refused_tag_pkey" PRIMARY KEY ("tag_id","asset_id")
);

-- CreateIndex
CREATE INDEX "refused_tag_asset_id_idx" ON "refused_tag"("asset_id");

-- AddForeignKey
ALTER TABLE "refused_tag" ADD CONSTRAINT "refused_tag_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tag"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refused_tag" ADD CONSTRAINT "refused_tag_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
