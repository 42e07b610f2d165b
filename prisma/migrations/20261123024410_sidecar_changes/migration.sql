-- CreateTable
CREATE TABLE "sidecar_change" (
    "id" BIGSERIAL NOT NULL,
    "asset_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_added" BOOLEAN NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sidecar_change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sidecar_change_due_at_idx" ON "sidecar_change"("due_at");

-- CreateIndex
CREATE INDEX "sidecar_change_asset_id_idx" ON "sidecar_change"("asset_id");

-- AddForeignKey
ALTER TABLE "sidecar_change" ADD CONSTRAINT "sidecar_change_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
