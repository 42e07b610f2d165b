-- CreateEnum
CREATE TYPE "avatar_color" AS ENUM ('primary', 'pink', 'red', 'yellow', 'blue', 'green', 'purple', 'orange', 'gray', 'amber');

-- CreateEnum
CREATE TYPE "asset_type" AS ENUM ('IMAGE', 'VIDEO', 'AUDIO', 'OTHER');

-- CreateEnum
CREATE TYPE "tag_type" AS ENUM ('OBJECT', 'FACE', 'CUSTOM');

-- CreateEnum
CREATE TYPE "asset_job_state" AS ENUM ('queued', 'running', 'succeeded', 'skipped', 'failed');

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "avatar_color" "avatar_color",
    "profile_image_path" TEXT NOT NULL DEFAULT '',
    "storage_label" TEXT,
    "external_path" TEXT,
    "oauth_id" TEXT NOT NULL DEFAULT '',
    "should_change_password" BOOLEAN NOT NULL DEFAULT false,
    "memories_enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "library" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "import_path" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "library_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asset" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "library_id" UUID NOT NULL,
    "device_asset_id" TEXT NOT NULL,
    "device_id" TEXT NOT NULL,
    "type" "asset_type" NOT NULL,
    "original_path" TEXT NOT NULL,
    "original_file_name" TEXT NOT NULL,
    "checksum" BYTEA NOT NULL,
    "file_created_at" TIMESTAMPTZ(3) NOT NULL,
    "file_modified_at" TIMESTAMPTZ(3) NOT NULL,
    "local_date_time" TIMESTAMPTZ(3) NOT NULL,
    "duration" TEXT,
    "is_favorite" BOOLEAN NOT NULL DEFAULT false,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "is_external" BOOLEAN NOT NULL DEFAULT false,
    "is_read_only" BOOLEAN NOT NULL DEFAULT false,
    "is_offline" BOOLEAN NOT NULL DEFAULT false,
    "is_visible" BOOLEAN NOT NULL DEFAULT true,
    "resized" BOOLEAN NOT NULL DEFAULT false,
    "thumbhash" BYTEA,
    "live_photo_video_id" UUID,
    "stack_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "asset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "exif" (
    "asset_id" UUID NOT NULL,
    "city" TEXT,
    "country" TEXT,
    "date_time_original" TIMESTAMPTZ(3),
    "description" TEXT,
    "exif_image_height" INTEGER,
    "exif_image_width" INTEGER,
    "exposure_time" TEXT,
    "f_number" DOUBLE PRECISION,
    "file_size_in_byte" BIGINT,
    "focal_length" DOUBLE PRECISION,
    "iso" INTEGER,
    "latitude" DOUBLE PRECISION,
    "lens_model" TEXT,
    "longitude" DOUBLE PRECISION,
    "make" TEXT,
    "model" TEXT,
    "modify_date" TIMESTAMPTZ(3),
    "orientation" TEXT,
    "projection_type" TEXT,
    "state" TEXT,
    "time_zone" TEXT,
    "live_photo_cid" TEXT,

    CONSTRAINT "exif_pkey" PRIMARY KEY ("asset_id")
);

-- CreateTable
CREATE TABLE "smart_info" (
    "asset_id" UUID NOT NULL,
    "objects" TEXT[],
    "tags" TEXT[],

    CONSTRAINT "smart_info_pkey" PRIMARY KEY ("asset_id")
);

-- CreateTable
CREATE TABLE "person" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "birth_date" DATE,
    "is_hidden" BOOLEAN NOT NULL DEFAULT false,
    "thumbnail_path" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asset_face" (
    "id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "person_id" UUID,
    "bounding_box_x1" INTEGER NOT NULL,
    "bounding_box_x2" INTEGER NOT NULL,
    "bounding_box_y1" INTEGER NOT NULL,
    "bounding_box_y2" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,
    "image_width" INTEGER NOT NULL,

    CONSTRAINT "asset_face_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stack" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "primary_asset_id" UUID NOT NULL,

    CONSTRAINT "stack_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tag" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" "tag_type" NOT NULL DEFAULT 'CUSTOM',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tag_asset" (
    "tag_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,

    CONSTRAINT "tag_asset_pkey" PRIMARY KEY ("tag_id","asset_id")
);

-- CreateTable
CREATE TABLE "album" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "album_name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "is_activity_enabled" BOOLEAN NOT NULL DEFAULT true,
    "album_thumbnail_asset_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "album_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "album_asset" (
    "album_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,

    CONSTRAINT "album_asset_pkey" PRIMARY KEY ("album_id","asset_id")
);

-- CreateTable
CREATE TABLE "album_user" (
    "album_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,

    CONSTRAINT "album_user_pkey" PRIMARY KEY ("album_id","user_id")
);

-- CreateTable
CREATE TABLE "asset_job" (
    "asset_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" "asset_job_state" NOT NULL DEFAULT 'queued',
    "again" BOOLEAN NOT NULL DEFAULT false,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "asset_job_pkey" PRIMARY KEY ("asset_id","name")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "user_storage_label_key" ON "user"("storage_label");

-- CreateIndex
CREATE INDEX "api_key_user_id_idx" ON "api_key"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "library_owner_id_import_path_key" ON "library"("owner_id", "import_path");

-- CreateIndex
CREATE UNIQUE INDEX "asset_live_photo_video_id_key" ON "asset"("live_photo_video_id");

-- CreateIndex
CREATE INDEX "asset_owner_id_checksum_idx" ON "asset"("owner_id", "checksum");

-- CreateIndex
CREATE INDEX "asset_owner_id_file_created_at_id_idx" ON "asset"("owner_id", "file_created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "asset_library_id_idx" ON "asset"("library_id");

-- CreateIndex
CREATE INDEX "asset_stack_id_idx" ON "asset"("stack_id");

-- CreateIndex
CREATE UNIQUE INDEX "asset_owner_id_original_path_key" ON "asset"("owner_id", "original_path");

-- CreateIndex
CREATE INDEX "exif_live_photo_cid_idx" ON "exif"("live_photo_cid");

-- CreateIndex
CREATE INDEX "person_owner_id_name_idx" ON "person"("owner_id", "name");

-- CreateIndex
CREATE INDEX "asset_face_asset_id_idx" ON "asset_face"("asset_id");

-- CreateIndex
CREATE INDEX "asset_face_person_id_idx" ON "asset_face"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "stack_primary_asset_id_key" ON "stack"("primary_asset_id");

-- CreateIndex
CREATE INDEX "stack_owner_id_idx" ON "stack"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "tag_user_id_name_key" ON "tag"("user_id", "name");

-- CreateIndex
CREATE INDEX "tag_asset_asset_id_idx" ON "tag_asset"("asset_id");

-- CreateIndex
CREATE INDEX "album_owner_id_idx" ON "album"("owner_id");

-- CreateIndex
CREATE INDEX "album_album_thumbnail_asset_id_idx" ON "album"("album_thumbnail_asset_id");

-- CreateIndex
CREATE INDEX "album_asset_asset_id_idx" ON "album_asset"("asset_id");

-- CreateIndex
CREATE INDEX "album_user_user_id_idx" ON "album_user"("user_id");

-- CreateIndex
CREATE INDEX "asset_job_state_queued_at_idx" ON "asset_job"("state", "queued_at");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library" ADD CONSTRAINT "library_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_library_id_fkey" FOREIGN KEY ("library_id") REFERENCES "library"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_live_photo_video_id_fkey" FOREIGN KEY ("live_photo_video_id") REFERENCES "asset"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exif" ADD CONSTRAINT "exif_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "smart_info" ADD CONSTRAINT "smart_info_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset_face" ADD CONSTRAINT "asset_face_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset_face" ADD CONSTRAINT "asset_face_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stack" ADD CONSTRAINT "stack_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stack" ADD CONSTRAINT "stack_primary_asset_id_fkey" FOREIGN KEY ("primary_asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_asset" ADD CONSTRAINT "tag_asset_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tag"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_asset" ADD CONSTRAINT "tag_asset_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "album" ADD CONSTRAINT "album_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "album" ADD CONSTRAINT "album_album_thumbnail_asset_id_fkey" FOREIGN KEY ("album_thumbnail_asset_id") REFERENCES "asset"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "album_asset" ADD CONSTRAINT "album_asset_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "album_asset" ADD CONSTRAINT "album_asset_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "album_user" ADD CONSTRAINT "album_user_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "album_user" ADD CONSTRAINT "album_user_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset_job" ADD CONSTRAINT "asset_job_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say

ALTER TABLE "user"
    ADD CONSTRAINT "user_email_check" CHECK ("email" <> '' AND "email" = lower("email"));

ALTER TABLE "api_key"
    ADD CONSTRAINT "api_key_secret_hash_check" CHECK (octet_length("secret_hash") = 32);

ALTER TABLE "asset"
    ADD CONSTRAINT "asset_checksum_check" CHECK (octet_length("checksum") = 20),
    ADD CONSTRAINT "asset_duration_check" CHECK ("duration" ~ '^\d{2,}:[0-5]\d:[0-5]\d\.\d{3}$'),
    ADD CONSTRAINT "asset_live_photo_video_id_check" CHECK ("live_photo_video_id" <> "id");

ALTER TABLE "exif"
    ADD CONSTRAINT "exif_file_size_in_byte_check" CHECK ("file_size_in_byte" >= 0),
    ADD CONSTRAINT "exif_latitude_check" CHECK ("latitude" BETWEEN -90 AND 90),
    ADD CONSTRAINT "exif_longitude_check" CHECK ("longitude" BETWEEN -180 AND 180);

ALTER TABLE "asset_job"
    ADD CONSTRAINT "asset_job_name_check"
    CHECK ("name" IN ('regenerate-thumbnail', 'refresh-metadata', 'transcode-video'));
