-- AlterTable
ALTER TABLE "asset_face" ADD COLUMN     "file_person_id" UUID,
ADD COLUMN     "is_person_own" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "asset_face_file_person_id_idx" ON "asset_face"("file_person_id") WHERE (file_person_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "asset_face" ADD CONSTRAINT "asset_face_file_person_id_fkey" FOREIGN KEY ("file_person_id") REFERENCES "person"("id") ON DELETE SET NULL ON UPDATE CASCADE;
