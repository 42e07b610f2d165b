-- CreateTable
CREATE TABLE "resumable_upload" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "size" BIGINT NOT NULL,
    "metadata" JSONB NOT NULL,
    "part_ends" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[],
    "stored" JSONB,
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resumable_upload_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "resumable_upload_owner_id_idx" ON "resumable_upload"("owner_id");

-- CreateIndex
CREATE INDEX "resumable_upload_touched_at_idx" ON "resumable_upload"("touched_at");

-- AddForeignKey
ALTER TABLE "resumable_upload" ADD CONSTRAINT "resumable_upload_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
