-- AlterTable
ALTER TABLE "person" ADD COLUMN     "cover_asset_id" UUID;

-- CreateTable
CREATE TABLE "person_name" (
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "person_id" UUID NOT NULL,

    CONSTRAINT "person_name_pkey" PRIMARY KEY ("owner_id","name")
);

-- CreateIndex
CREATE INDEX "person_name_person_id_idx" ON "person_name"("person_id");

-- CreateIndex
CREATE INDEX "person_cover_asset_id_idx" ON "person"("cover_asset_id");

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_cover_asset_id_fkey" FOREIGN KEY ("cover_asset_id") REFERENCES "asset"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_name" ADD CONSTRAINT "person_name_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_name" ADD CONSTRAINT "person_name_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Files call each person by the name that the person has, and a picture is of the photo that its key names. No text of an asset changes.
INSERT INTO "person_name" ("owner_id", "name", "person_id")
SELECT DISTINCT ON (owner_id, name) owner_id, name, id FROM "person" WHERE name <> '' ORDER BY owner_id, name, created_at, id;

ALTER TABLE "person" DISABLE TRIGGER USER;
UPDATE "person" SET "cover_asset_id" = asset.id
FROM "asset" WHERE asset.id = substring("thumbnail_path" FROM '/([0-9a-f-]{36})-[0-9a-f-]{36}[.]jpeg$')::uuid;
ALTER TABLE "person" ENABLE TRIGGER USER;
