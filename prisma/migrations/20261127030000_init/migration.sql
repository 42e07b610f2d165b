CREATE TYPE "avatar_color" AS ENUM ('primary', 'pink', 'red', 'yellow', 'blue', 'green', 'purple', 'orange', 'gray', 'amber');
CREATE TYPE "asset_type" AS ENUM ('IMAGE', 'VIDEO', 'AUDIO', 'OTHER');
CREATE TYPE "tag_type" AS ENUM ('OBJECT', 'FACE', 'CUSTOM');
CREATE TYPE "asset_job_state" AS ENUM ('queued', 'running', 'succeeded', 'skipped', 'failed');

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
    "oauth_issuer" TEXT NOT NULL DEFAULT '',
    "quota_bytes" DOUBLE PRECISION,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "api_key_id" UUID,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sign_in" (
    "state_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_pkey" PRIMARY KEY ("state_hash")
);

CREATE TABLE "sign_in_secret" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "secret" BYTEA NOT NULL,

    CONSTRAINT "sign_in_secret_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sign_in_code" (
    "code_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_code_pkey" PRIMARY KEY ("code_hash")
);

CREATE TABLE "library" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "import_path" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "watcher_id" UUID,
    "watcher_seen_at" TIMESTAMPTZ(3),
    "mount_points" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "library_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "asset" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "library_id" UUID NOT NULL,
    "device_asset_id" TEXT NOT NULL,
    "device_id" TEXT NOT NULL,
    "type" "asset_type" NOT NULL,
    "original_path" TEXT COLLATE "C" NOT NULL,
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
    "sidecar_version" TEXT,
    "uploaded_bytes" BIGINT,
    "embedded_in_id" UUID,
    "is_stack_own" BOOLEAN NOT NULL DEFAULT false,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "asset_pkey" PRIMARY KEY ("id")
);

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
    "file_description" TEXT,
    "is_date_own" BOOLEAN NOT NULL DEFAULT false,
    "is_place_own" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "exif_pkey" PRIMARY KEY ("asset_id")
);

CREATE TABLE "export_entry" (
    "owner_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "album_id" UUID,

    CONSTRAINT "export_entry_pkey" PRIMARY KEY ("owner_id","key")
);

CREATE TABLE "file_removal" (
    "asset_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "original_path" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_removal_pkey" PRIMARY KEY ("asset_id")
);

CREATE TABLE "resumable_upload" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "size" BIGINT NOT NULL,
    "metadata" JSONB NOT NULL,
    "part_ends" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[],
    "stored" JSONB,
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checksum" BYTEA,

    CONSTRAINT "resumable_upload_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "form_upload" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "form_upload_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "asset_text" (
    "asset_id" UUID NOT NULL,
    "json" TEXT NOT NULL,

    CONSTRAINT "asset_text_pkey" PRIMARY KEY ("asset_id")
);

CREATE TABLE "smart_info" (
    "asset_id" UUID NOT NULL,
    "objects" TEXT[],
    "tags" TEXT[],

    CONSTRAINT "smart_info_pkey" PRIMARY KEY ("asset_id")
);

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
    "from_file" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "asset_face_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stack" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "primary_asset_id" UUID NOT NULL,

    CONSTRAINT "stack_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "tag" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" "tag_type" NOT NULL DEFAULT 'CUSTOM',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "list_version" (
    "list_id" UUID NOT NULL,
    "mark" BIGINT NOT NULL DEFAULT hashtextextended((gen_random_uuid())::text, (0)::bigint),

    CONSTRAINT "list_version_pkey" PRIMARY KEY ("list_id","mark")
);

CREATE TABLE "tag_asset" (
    "tag_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "from_file" BOOLEAN NOT NULL DEFAULT false,
    "file_created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tag_asset_pkey" PRIMARY KEY ("tag_id","asset_id")
);

CREATE TABLE "refused_tag" (
    "tag_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,

    CONSTRAINT "refused_tag_pkey" PRIMARY KEY ("tag_id","asset_id")
);

CREATE TABLE "sidecar_change" (
    "id" BIGSERIAL NOT NULL,
    "asset_id" UUID NOT NULL,
    "name" TEXT,
    "is_added" BOOLEAN NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sidecar_change_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "album_asset" (
    "album_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "file_created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "album_asset_pkey" PRIMARY KEY ("album_id","asset_id")
);

CREATE TABLE "album_user" (
    "album_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,

    CONSTRAINT "album_user_pkey" PRIMARY KEY ("album_id","user_id")
);

CREATE TABLE "asset_job" (
    "asset_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" "asset_job_state" NOT NULL DEFAULT 'queued',
    "again" BOOLEAN NOT NULL DEFAULT false,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),
    "priority" SMALLINT NOT NULL DEFAULT 0,
    "reason" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "worker_id" UUID,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "owner_id" UUID NOT NULL,

    CONSTRAINT "asset_job_pkey" PRIMARY KEY ("asset_id","name")
);

CREATE TABLE "event" (
    "xid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "id" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "asset_id" UUID,
    "album_id" UUID,
    "subject" TEXT,
    "state" "asset_job_state",
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_pkey" PRIMARY KEY ("xid","id")
);

CREATE TABLE "event_history" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "gone_up_to" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,

    CONSTRAINT "event_history_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "worker" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worker_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "kept_answer" (
    "user_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "answer" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_answer_pkey" PRIMARY KEY ("user_id","operation","key")
);

CREATE UNIQUE INDEX "user_email_key" ON "user"("email");
CREATE UNIQUE INDEX "user_storage_label_key" ON "user"("storage_label");
CREATE UNIQUE INDEX "user_oauth_issuer_oauth_id_key" ON "user"("oauth_issuer", "oauth_id") WHERE (oauth_id <> '');
CREATE INDEX "api_key_user_id_idx" ON "api_key"("user_id");
CREATE INDEX "session_user_id_idx" ON "session"("user_id");
CREATE INDEX "session_api_key_id_idx" ON "session"("api_key_id");
CREATE INDEX "sign_in_created_at_idx" ON "sign_in"("created_at");
CREATE INDEX "sign_in_code_user_id_idx" ON "sign_in_code"("user_id");
CREATE UNIQUE INDEX "library_owner_id_import_path_key" ON "library"("owner_id", "import_path");
CREATE UNIQUE INDEX "asset_live_photo_video_id_key" ON "asset"("live_photo_video_id");
CREATE INDEX "asset_owner_id_checksum_idx" ON "asset"("owner_id", "checksum");
CREATE INDEX "asset_owner_id_file_created_at_id_idx" ON "asset"("owner_id", "file_created_at" DESC, "id" DESC);
CREATE INDEX "asset_timeline_idx" ON "asset"("owner_id", "local_date_time", "type", "is_favorite", "is_archived") WHERE ((is_visible AND (deleted_at IS NULL)) IS TRUE);
CREATE INDEX "asset_library_id_idx" ON "asset"("library_id");
CREATE INDEX "asset_stack_id_idx" ON "asset"("stack_id");
CREATE INDEX "asset_owner_id_uploaded_bytes_idx" ON "asset"("owner_id", "uploaded_bytes") WHERE (uploaded_bytes IS NOT NULL);
CREATE INDEX "asset_trash_idx" ON "asset"("owner_id", "deleted_at") WHERE ((deleted_at IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX "asset_removed_idx" ON "asset"("id") WHERE ((removed_at IS NOT NULL) AND (NOT is_external));
CREATE UNIQUE INDEX "asset_owner_id_original_path_key" ON "asset"("owner_id", "original_path");
CREATE UNIQUE INDEX "asset_id_file_created_at_key" ON "asset"("id", "file_created_at");
CREATE UNIQUE INDEX "asset_embedded_in_id_key" ON "asset"("embedded_in_id") WHERE (embedded_in_id IS NOT NULL);
CREATE INDEX "exif_live_photo_cid_idx" ON "exif"("live_photo_cid");
CREATE INDEX "export_entry_album_id_idx" ON "export_entry"("album_id");
CREATE INDEX "resumable_upload_owner_id_idx" ON "resumable_upload"("owner_id");
CREATE INDEX "resumable_upload_touched_at_idx" ON "resumable_upload"("touched_at");
CREATE UNIQUE INDEX "resumable_upload_open_key" ON "resumable_upload"("owner_id", "checksum", "size") WHERE (stored IS NULL);
CREATE INDEX "form_upload_owner_id_idx" ON "form_upload"("owner_id");
CREATE INDEX "person_owner_id_name_idx" ON "person"("owner_id", "name");
CREATE INDEX "asset_face_asset_id_idx" ON "asset_face"("asset_id");
CREATE INDEX "asset_face_person_id_idx" ON "asset_face"("person_id");
CREATE UNIQUE INDEX "stack_primary_asset_id_key" ON "stack"("primary_asset_id");
CREATE INDEX "stack_owner_id_idx" ON "stack"("owner_id");
CREATE UNIQUE INDEX "tag_user_id_name_key" ON "tag"("user_id", "name");
CREATE INDEX "tag_asset_tag_id_file_created_at_asset_id_idx" ON "tag_asset"("tag_id", "file_created_at" DESC, "asset_id" DESC);
CREATE INDEX "tag_asset_asset_id_idx" ON "tag_asset"("asset_id");
CREATE INDEX "refused_tag_asset_id_idx" ON "refused_tag"("asset_id");
CREATE INDEX "sidecar_change_due_at_idx" ON "sidecar_change"("due_at");
CREATE INDEX "sidecar_change_asset_id_idx" ON "sidecar_change"("asset_id");
CREATE INDEX "album_owner_id_idx" ON "album"("owner_id");
CREATE INDEX "album_album_thumbnail_asset_id_idx" ON "album"("album_thumbnail_asset_id");
CREATE INDEX "album_asset_album_id_file_created_at_asset_id_idx" ON "album_asset"("album_id", "file_created_at" DESC, "asset_id" DESC);
CREATE INDEX "album_asset_asset_id_idx" ON "album_asset"("asset_id");
CREATE INDEX "album_user_user_id_idx" ON "album_user"("user_id");
CREATE INDEX "asset_job_queued_idx" ON "asset_job"("name", "priority", "owner_id", "due_at") WHERE (state = 'queued');
CREATE INDEX "asset_job_running_idx" ON "asset_job"("worker_id") WHERE (state = 'running');
CREATE INDEX "asset_job_failed_idx" ON "asset_job"("finished_at") WHERE (state = 'failed');
CREATE INDEX "kept_answer_created_at_idx" ON "kept_answer"("created_at");

ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "session" ADD CONSTRAINT "session_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sign_in_code" ADD CONSTRAINT "sign_in_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "library" ADD CONSTRAINT "library_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "asset" ADD CONSTRAINT "asset_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "asset" ADD CONSTRAINT "asset_library_id_fkey" FOREIGN KEY ("library_id") REFERENCES "library"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "asset" ADD CONSTRAINT "asset_live_photo_video_id_fkey" FOREIGN KEY ("live_photo_video_id") REFERENCES "asset"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "asset" ADD CONSTRAINT "asset_embedded_in_id_fkey" FOREIGN KEY ("embedded_in_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "asset" ADD CONSTRAINT "asset_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "exif" ADD CONSTRAINT "exif_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "export_entry" ADD CONSTRAINT "export_entry_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "export_entry" ADD CONSTRAINT "export_entry_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "resumable_upload" ADD CONSTRAINT "resumable_upload_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "form_upload" ADD CONSTRAINT "form_upload_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "asset_text" ADD CONSTRAINT "asset_text_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "smart_info" ADD CONSTRAINT "smart_info_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "person" ADD CONSTRAINT "person_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "asset_face" ADD CONSTRAINT "asset_face_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "asset_face" ADD CONSTRAINT "asset_face_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "stack" ADD CONSTRAINT "stack_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stack" ADD CONSTRAINT "stack_primary_asset_id_fkey" FOREIGN KEY ("primary_asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag" ADD CONSTRAINT "tag_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag_asset" ADD CONSTRAINT "tag_asset_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tag"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag_asset" ADD CONSTRAINT "tag_asset_asset_id_fkey" FOREIGN KEY ("asset_id", "file_created_at") REFERENCES "asset"("id", "file_created_at") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "refused_tag" ADD CONSTRAINT "refused_tag_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tag"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "refused_tag" ADD CONSTRAINT "refused_tag_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sidecar_change" ADD CONSTRAINT "sidecar_change_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "album" ADD CONSTRAINT "album_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "album" ADD CONSTRAINT "album_album_thumbnail_asset_id_fkey" FOREIGN KEY ("album_thumbnail_asset_id") REFERENCES "asset"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "album_asset" ADD CONSTRAINT "album_asset_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "album_asset" ADD CONSTRAINT "album_asset_asset_id_fkey" FOREIGN KEY ("asset_id", "file_created_at") REFERENCES "asset"("id", "file_created_at") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "album_user" ADD CONSTRAINT "album_user_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "album_user" ADD CONSTRAINT "album_user_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "kept_answer" ADD CONSTRAINT "kept_answer_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say. Above, the columns of lists are NOT NULL, and paths are compared byte by byte, whatever the language
-- of the database: so their index finds the files of a folder.

ALTER TABLE "user"
    ADD CONSTRAINT "user_email_check" CHECK ("email" <> '' AND "email" = lower("email"));

ALTER TABLE "api_key"
    ADD CONSTRAINT "api_key_secret_hash_check" CHECK (octet_length("secret_hash") = 32);

ALTER TABLE "session"
    ADD CONSTRAINT "session_secret_hash_check" CHECK (octet_length("secret_hash") = 32);

ALTER TABLE "sign_in"
    ADD CONSTRAINT "sign_in_state_hash_check" CHECK (octet_length("state_hash") = 32);

ALTER TABLE "sign_in_secret"
    ADD CONSTRAINT "sign_in_secret_check" CHECK ("id" AND octet_length("secret") = 32);

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

-- A text of two kilobytes stays in its row, as it is.
ALTER TABLE "asset_text" SET (toast_tuple_target = 8160);

INSERT INTO "event_history" DEFAULT VALUES;

CREATE FUNCTION "record_job_finished"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event (type, asset_id, subject, state) VALUES ('job.finished', NEW.asset_id, NEW.name, NEW.state);
    RETURN NULL;
END
$$;

CREATE FUNCTION "record_album_created"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event (type, album_id) VALUES ('album.created', NEW.id);
    RETURN NULL;
END
$$;

CREATE FUNCTION "record_album_shared"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event (type, album_id, subject) SELECT 'album.shared', album_id, user_id FROM after ORDER BY position;
    RETURN NULL;
END
$$;

-- The newest asset of an album becomes its cover when the cover is no longer in it. A trigger sees what was committed while its
-- statement waited for the album.
CREATE FUNCTION "replace_album_covers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE album SET album_thumbnail_asset_id = (
        SELECT asset.id FROM album_asset JOIN asset ON asset.id = album_asset.asset_id
        WHERE album_asset.album_id = album.id AND is_visible AND deleted_at IS NULL
        ORDER BY album_asset.file_created_at DESC, album_asset.asset_id DESC LIMIT 1
    )
    FROM (SELECT DISTINCT album_id FROM before) AS changed
    WHERE album.id = changed.album_id AND NOT EXISTS (
        SELECT FROM album_asset WHERE album_asset.album_id = album.id AND asset_id = album_thumbnail_asset_id
    );
    RETURN NULL;
END
$$;

CREATE TRIGGER "record_job_finished" AFTER UPDATE OF "state" ON "asset_job" FOR EACH ROW
    WHEN (OLD.state IN ('queued', 'running') AND NEW.state IN ('succeeded', 'skipped', 'failed'))
    EXECUTE FUNCTION record_job_finished();
CREATE TRIGGER "record_album_created" AFTER INSERT ON "album" FOR EACH ROW EXECUTE FUNCTION record_album_created();
CREATE TRIGGER "record_album_shared" AFTER INSERT ON "album_user" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION record_album_shared();
CREATE TRIGGER "replace_album_covers" AFTER DELETE ON "album_asset" REFERENCING OLD TABLE AS "before"
    FOR EACH STATEMENT EXECUTE FUNCTION replace_album_covers();
