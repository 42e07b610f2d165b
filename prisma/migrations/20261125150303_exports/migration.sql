-- CreateTable
CREATE TABLE "export_entry" (
    "owner_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "album_id" UUID,

    CONSTRAINT "export_entry_pkey" PRIMARY KEY ("owner_id","key")
);

-- CreateIndex
CREATE INDEX "export_entry_album_id_idx" ON "export_entry"("album_id");

-- AddForeignKey
ALTER TABLE "export_entry" ADD CONSTRAINT "export_entry_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_entry" ADD CONSTRAINT "export_entry_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON DELETE SET NULL ON UPDATE CASCADE;
