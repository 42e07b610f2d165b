-- The whole current database: what the migrations and asset.sql come to. It is here to be read, and no program runs it.
-- `pnpm migration` writes it, and a test fails when it is out of date.

CREATE TYPE asset_job_state AS ENUM ('queued', 'running', 'succeeded', 'skipped', 'failed');

CREATE TYPE asset_type AS ENUM ('IMAGE', 'VIDEO', 'AUDIO', 'OTHER');

CREATE TYPE avatar_color AS ENUM ('primary', 'pink', 'red', 'yellow', 'blue', 'green', 'purple', 'orange', 'gray', 'amber');

CREATE TYPE tag_type AS ENUM ('OBJECT', 'FACE', 'CUSTOM');

CREATE TABLE album (
    id uuid NOT NULL PRIMARY KEY,
    owner_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    album_name text NOT NULL,
    description text NOT NULL DEFAULT ''::text,
    is_activity_enabled boolean NOT NULL DEFAULT true,
    album_thumbnail_asset_id uuid REFERENCES asset(id) ON UPDATE CASCADE ON DELETE SET NULL,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    is_oldest_first boolean NOT NULL DEFAULT false
);
CREATE INDEX album_album_thumbnail_asset_id_idx ON album (album_thumbnail_asset_id);
CREATE INDEX album_owner_id_idx ON album (owner_id);
CREATE TRIGGER delete_list_versions AFTER DELETE ON album REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION delete_list_versions();
CREATE TRIGGER record_album_created AFTER INSERT ON album FOR EACH ROW EXECUTE FUNCTION record_album_created();

CREATE TABLE album_asset (
    album_id uuid NOT NULL REFERENCES album(id) ON UPDATE CASCADE ON DELETE CASCADE,
    asset_id uuid NOT NULL,
    file_created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT album_asset_pkey PRIMARY KEY (album_id, asset_id),
    CONSTRAINT album_asset_asset_id_fkey FOREIGN KEY (asset_id, file_created_at) REFERENCES asset(id, file_created_at) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX album_asset_album_id_file_created_at_asset_id_idx ON album_asset (album_id, file_created_at DESC, asset_id DESC);
CREATE INDEX album_asset_asset_id_album_id_idx ON album_asset (asset_id, album_id);
CREATE TRIGGER copy_file_created_at BEFORE INSERT ON album_asset FOR EACH ROW WHEN ((new.file_created_at IS NULL)) EXECUTE FUNCTION copy_file_created_at();
CREATE TRIGGER replace_album_covers AFTER DELETE ON album_asset REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION replace_album_covers();

CREATE TABLE album_user (
    album_id uuid NOT NULL REFERENCES album(id) ON UPDATE CASCADE ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    "position" bigint NOT NULL DEFAULT nextval('album_user_position_seq'::regclass),
    CONSTRAINT album_user_pkey PRIMARY KEY (album_id, user_id)
);
CREATE INDEX album_user_user_id_idx ON album_user (user_id);
CREATE TRIGGER record_album_shared AFTER INSERT ON album_user REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_album_shared();

CREATE TABLE api_key (
    id uuid NOT NULL PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    expires_at timestamp(3) with time zone,
    updated_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT api_key_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);
CREATE INDEX api_key_user_id_idx ON api_key (user_id);

CREATE TABLE asset (
    id uuid NOT NULL PRIMARY KEY,
    owner_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    library_id uuid NOT NULL REFERENCES library(id) ON UPDATE CASCADE ON DELETE CASCADE,
    device_asset_id text NOT NULL,
    device_id text NOT NULL,
    type asset_type NOT NULL,
    original_path text COLLATE "C" NOT NULL,
    original_file_name text NOT NULL,
    checksum bytea NOT NULL,
    file_created_at timestamp(3) with time zone NOT NULL,
    file_modified_at timestamp(3) with time zone NOT NULL,
    local_date_time timestamp(3) with time zone NOT NULL,
    duration text,
    is_favorite boolean NOT NULL DEFAULT false,
    is_archived boolean NOT NULL DEFAULT false,
    is_external boolean NOT NULL DEFAULT false,
    is_read_only boolean NOT NULL DEFAULT false,
    is_offline boolean NOT NULL DEFAULT false,
    is_visible boolean NOT NULL DEFAULT true,
    resized boolean NOT NULL DEFAULT false,
    thumbhash bytea,
    live_photo_video_id uuid REFERENCES asset(id) ON UPDATE CASCADE ON DELETE SET NULL,
    stack_id uuid REFERENCES stack(id) ON UPDATE CASCADE ON DELETE SET NULL,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    deleted_at timestamp(3) with time zone,
    sidecar_version text,
    uploaded_bytes bigint,
    embedded_in_id uuid REFERENCES asset(id) ON UPDATE CASCADE ON DELETE CASCADE,
    is_stack_own boolean NOT NULL DEFAULT false,
    removed_at timestamp(3) with time zone,
    CONSTRAINT asset_checksum_check CHECK ((octet_length(checksum) = 20)),
    CONSTRAINT asset_duration_check CHECK ((duration ~ '^\d{2,}:[0-5]\d:[0-5]\d\.\d{3}$'::text)),
    CONSTRAINT asset_live_photo_video_id_check CHECK ((live_photo_video_id <> id))
) WITH (fillfactor=50);
CREATE INDEX asset_device_idx ON asset (owner_id, "left"(device_id, 100), "left"(device_asset_id, 100));
CREATE UNIQUE INDEX asset_embedded_in_id_key ON asset (embedded_in_id) WHERE (embedded_in_id IS NOT NULL);
CREATE UNIQUE INDEX asset_id_file_created_at_key ON asset (id, file_created_at);
CREATE INDEX asset_library_id_idx ON asset (library_id);
CREATE UNIQUE INDEX asset_live_photo_video_id_key ON asset (live_photo_video_id);
CREATE INDEX asset_owner_id_checksum_idx ON asset (owner_id, checksum);
CREATE INDEX asset_owner_id_file_created_at_id_idx ON asset (owner_id, file_created_at DESC, id DESC);
CREATE UNIQUE INDEX asset_owner_id_original_path_key ON asset (owner_id, original_path);
CREATE INDEX asset_owner_id_uploaded_bytes_idx ON asset (owner_id, uploaded_bytes) WHERE (uploaded_bytes IS NOT NULL);
CREATE INDEX asset_removed_idx ON asset (id) WHERE ((removed_at IS NOT NULL) AND (NOT is_external));
CREATE INDEX asset_stack_id_idx ON asset (stack_id);
CREATE INDEX asset_timeline_idx ON asset (owner_id, local_date_time, type) WHERE ((is_visible AND (removed_at IS NULL)) IS TRUE);
CREATE TRIGGER bump_owner_list_versions AFTER DELETE ON asset REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION bump_owner_list_versions();
CREATE TRIGGER copy_flagged_assets_on_delete AFTER DELETE ON asset REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION copy_flagged_assets();
CREATE TRIGGER copy_flagged_assets_on_insert AFTER INSERT ON asset REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION copy_flagged_assets();
CREATE TRIGGER copy_flagged_assets_on_update AFTER UPDATE ON asset REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION copy_flagged_assets();
CREATE TRIGGER refresh_asset_text_on_delete AFTER DELETE ON asset REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT primary_asset_id FROM before JOIN stack ON stack.id = before.stack_id');
CREATE TRIGGER refresh_asset_text_on_insert AFTER INSERT ON asset REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT id FROM after WHERE NOT EXISTS (SELECT FROM exif WHERE asset_id = id)');
CREATE TRIGGER refresh_asset_text_on_update AFTER UPDATE ON asset REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_updated_assets();

CREATE TABLE asset_face (
    id uuid NOT NULL PRIMARY KEY,
    asset_id uuid NOT NULL,
    person_id uuid REFERENCES person(id) ON UPDATE CASCADE ON DELETE SET NULL,
    bounding_box_x1 integer NOT NULL,
    bounding_box_x2 integer NOT NULL,
    bounding_box_y1 integer NOT NULL,
    bounding_box_y2 integer NOT NULL,
    image_height integer NOT NULL,
    image_width integer NOT NULL,
    from_file boolean NOT NULL DEFAULT false,
    file_created_at timestamp(3) with time zone NOT NULL,
    file_person_id uuid REFERENCES person(id) ON UPDATE CASCADE ON DELETE SET NULL,
    is_person_own boolean NOT NULL DEFAULT false,
    CONSTRAINT asset_face_asset_id_fkey FOREIGN KEY (asset_id, file_created_at) REFERENCES asset(id, file_created_at) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX asset_face_asset_id_idx ON asset_face (asset_id);
CREATE INDEX asset_face_file_person_id_idx ON asset_face (file_person_id) WHERE (file_person_id IS NOT NULL);
CREATE INDEX asset_face_person_id_file_created_at_asset_id_idx ON asset_face (person_id, file_created_at DESC, asset_id DESC);
CREATE TRIGGER copy_file_created_at BEFORE INSERT ON asset_face FOR EACH ROW WHEN ((new.file_created_at IS NULL)) EXECUTE FUNCTION copy_file_created_at();
CREATE TRIGGER refresh_asset_text_on_delete AFTER DELETE ON asset_face REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before');
CREATE TRIGGER refresh_asset_text_on_insert AFTER INSERT ON asset_face REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');
CREATE TRIGGER refresh_asset_text_on_update AFTER UPDATE ON asset_face REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT DISTINCT asset_id FROM (TABLE before UNION ALL TABLE after) AS face LEFT JOIN person ON person.id = person_id
         WHERE person_id IS NOT NULL AND is_hidden IS NOT TRUE');

CREATE TABLE asset_job (
    asset_id uuid NOT NULL,
    name text NOT NULL,
    state asset_job_state NOT NULL DEFAULT 'queued'::asset_job_state,
    again boolean NOT NULL DEFAULT false,
    queued_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    attempts integer NOT NULL DEFAULT 0,
    finished_at timestamp(3) with time zone,
    priority smallint NOT NULL DEFAULT 0,
    reason text,
    started_at timestamp(3) with time zone,
    worker_id uuid,
    due_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    owner_id uuid NOT NULL,
    CONSTRAINT asset_job_pkey PRIMARY KEY (asset_id, name),
    CONSTRAINT asset_job_name_check CHECK ((name = ANY (ARRAY['regenerate-thumbnail'::text, 'refresh-metadata'::text, 'transcode-video'::text])))
);
CREATE INDEX asset_job_failed_idx ON asset_job (finished_at) WHERE (state = 'failed'::asset_job_state);
CREATE INDEX asset_job_queued_idx ON asset_job (name, priority, owner_id, due_at) WHERE (state = 'queued'::asset_job_state);
CREATE INDEX asset_job_running_idx ON asset_job (worker_id) WHERE (state = 'running'::asset_job_state);
CREATE TRIGGER record_job_finished AFTER UPDATE OF state ON asset_job FOR EACH ROW WHEN (((old.state = ANY (ARRAY['queued'::asset_job_state, 'running'::asset_job_state])) AND (new.state = ANY (ARRAY['succeeded'::asset_job_state, 'skipped'::asset_job_state, 'failed'::asset_job_state])))) EXECUTE FUNCTION record_job_finished();

CREATE TABLE asset_search (
    asset_id uuid NOT NULL PRIMARY KEY,
    owner_id uuid NOT NULL,
    file_created_at timestamp(3) with time zone NOT NULL,
    words tsvector NOT NULL,
    facet bigint
);
CREATE INDEX asset_search_facet_file_created_at_asset_id_idx ON asset_search (facet, file_created_at DESC, asset_id DESC);
CREATE INDEX asset_search_owner_id_file_created_at_asset_id_idx ON asset_search (owner_id, file_created_at DESC, asset_id DESC);
CREATE INDEX asset_search_words_idx ON asset_search USING gin (words);
CREATE TRIGGER count_facets_on_delete AFTER DELETE ON asset_search REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_facets();
CREATE TRIGGER count_facets_on_insert AFTER INSERT ON asset_search REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_facets();
CREATE TRIGGER count_facets_on_update AFTER UPDATE ON asset_search REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_facets();

CREATE TABLE asset_text (
    asset_id uuid NOT NULL PRIMARY KEY REFERENCES asset(id) ON UPDATE CASCADE ON DELETE CASCADE,
    is_plain boolean NOT NULL,
    flags_at integer NOT NULL,
    body_at integer NOT NULL,
    last_at integer NOT NULL,
    stack_at integer NOT NULL,
    "json" text NOT NULL,
    stack_for_others text
) WITH (toast_tuple_target=8160);

CREATE TABLE event (
    xid bigint NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    id bigint NOT NULL DEFAULT nextval('event_id_seq'::regclass),
    type text NOT NULL,
    asset_id uuid,
    album_id uuid,
    subject text,
    state asset_job_state,
    at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    link_id uuid,
    CONSTRAINT event_pkey PRIMARY KEY (xid, id)
);

CREATE TABLE event_history (
    id boolean NOT NULL DEFAULT true PRIMARY KEY,
    gone_up_to bigint NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint
);

CREATE TABLE exif (
    asset_id uuid NOT NULL PRIMARY KEY REFERENCES asset(id) ON UPDATE CASCADE ON DELETE CASCADE,
    city text,
    country text,
    date_time_original timestamp(3) with time zone,
    description text,
    exif_image_height integer,
    exif_image_width integer,
    exposure_time text,
    f_number double precision,
    file_size_in_byte bigint,
    focal_length double precision,
    iso integer,
    latitude double precision,
    lens_model text,
    longitude double precision,
    make text,
    model text,
    modify_date timestamp(3) with time zone,
    orientation text,
    projection_type text,
    state text,
    time_zone text,
    live_photo_cid text,
    file_description text,
    is_date_own boolean NOT NULL DEFAULT false,
    is_place_own boolean NOT NULL DEFAULT false,
    CONSTRAINT exif_file_size_in_byte_check CHECK ((file_size_in_byte >= 0)),
    CONSTRAINT exif_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
    CONSTRAINT exif_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)))
);
CREATE INDEX exif_live_photo_cid_idx ON exif (live_photo_cid);
CREATE TRIGGER refresh_asset_text_on_delete AFTER DELETE ON exif REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before');
CREATE TRIGGER refresh_asset_text_on_insert AFTER INSERT ON exif REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');
CREATE TRIGGER refresh_asset_text_on_update AFTER UPDATE ON exif REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');

CREATE TABLE export_entry (
    owner_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    key bytea NOT NULL,
    album_id uuid REFERENCES album(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT export_entry_pkey PRIMARY KEY (owner_id, key)
);
CREATE INDEX export_entry_album_id_idx ON export_entry (album_id);

CREATE TABLE facet_count (
    owner_id uuid NOT NULL,
    facet bigint NOT NULL,
    mark bigint NOT NULL DEFAULT hashtextextended((gen_random_uuid())::text, (0)::bigint),
    count integer NOT NULL,
    city text,
    state text,
    country text,
    make text,
    model text,
    is_located boolean NOT NULL DEFAULT false,
    CONSTRAINT facet_count_pkey PRIMARY KEY (owner_id, facet, mark)
);
CREATE INDEX facet_count_new_idx ON facet_count (owner_id, facet) WHERE (mark <> 0);

CREATE TABLE file_removal (
    asset_id uuid NOT NULL PRIMARY KEY,
    owner_id uuid NOT NULL,
    original_path text,
    due_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE flagged_asset (
    owner_id uuid NOT NULL,
    asset_id uuid NOT NULL,
    local_date_time timestamp(3) with time zone NOT NULL,
    type asset_type NOT NULL,
    is_archived boolean NOT NULL,
    is_favorite boolean NOT NULL,
    deleted_at timestamp(3) with time zone,
    CONSTRAINT flagged_asset_pkey PRIMARY KEY (owner_id, asset_id)
);
CREATE INDEX flagged_asset_trash_idx ON flagged_asset (owner_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE TABLE form_upload (
    id uuid NOT NULL PRIMARY KEY,
    owner_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    bytes bigint NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX form_upload_owner_id_idx ON form_upload (owner_id);

CREATE TABLE kept_answer (
    user_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    operation text NOT NULL,
    key text NOT NULL,
    digest bytea NOT NULL,
    answer json,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT kept_answer_pkey PRIMARY KEY (user_id, operation, key)
);
CREATE INDEX kept_answer_created_at_idx ON kept_answer (created_at);

CREATE TABLE library (
    id uuid NOT NULL PRIMARY KEY,
    owner_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    name text NOT NULL,
    import_path text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    watcher_id uuid,
    watcher_seen_at timestamp(3) with time zone,
    mount_points text[] NOT NULL DEFAULT ARRAY[]::text[]
);
CREATE UNIQUE INDEX library_owner_id_import_path_key ON library (owner_id, import_path);

CREATE TABLE list_version (
    list_id uuid NOT NULL,
    mark bigint NOT NULL DEFAULT hashtextextended((gen_random_uuid())::text, (0)::bigint),
    CONSTRAINT list_version_pkey PRIMARY KEY (list_id, mark)
);

CREATE TABLE passkey (
    id uuid NOT NULL PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    origin text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    used_at timestamp(3) with time zone
);
CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_user_id_idx ON passkey (user_id);

CREATE TABLE password (
    user_id uuid NOT NULL PRIMARY KEY REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE person (
    id uuid NOT NULL PRIMARY KEY,
    owner_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    name text NOT NULL DEFAULT ''::text,
    birth_date date,
    is_hidden boolean NOT NULL DEFAULT false,
    thumbnail_path text NOT NULL DEFAULT ''::text,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    cover_asset_id uuid REFERENCES asset(id) ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE INDEX person_cover_asset_id_idx ON person (cover_asset_id);
CREATE INDEX person_owner_id_name_idx ON person (owner_id, name);
CREATE TRIGGER refresh_asset_text_on_update AFTER UPDATE ON person REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT DISTINCT asset_id FROM before JOIN after USING (id) JOIN asset_face ON asset_face.person_id = before.id
         WHERE NOT (before.is_hidden AND after.is_hidden) AND (before.birth_date, before.is_hidden, before.name, before.thumbnail_path)
            IS DISTINCT FROM (after.birth_date, after.is_hidden, after.name, after.thumbnail_path)');

CREATE TABLE person_name (
    owner_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    name text NOT NULL,
    person_id uuid NOT NULL REFERENCES person(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT person_name_pkey PRIMARY KEY (owner_id, name)
);
CREATE INDEX person_name_person_id_idx ON person_name (person_id);

CREATE TABLE refused_tag (
    tag_id uuid NOT NULL REFERENCES tag(id) ON UPDATE CASCADE ON DELETE CASCADE,
    asset_id uuid NOT NULL REFERENCES asset(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT refused_tag_pkey PRIMARY KEY (tag_id, asset_id)
);
CREATE INDEX refused_tag_asset_id_idx ON refused_tag (asset_id);

CREATE TABLE resumable_upload (
    id uuid NOT NULL PRIMARY KEY,
    owner_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    size bigint NOT NULL,
    metadata jsonb NOT NULL,
    part_ends bigint[] NOT NULL DEFAULT ARRAY[]::bigint[],
    stored jsonb,
    touched_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    checksum bytea
);
CREATE UNIQUE INDEX resumable_upload_open_key ON resumable_upload (owner_id, checksum, size) WHERE (stored IS NULL);
CREATE INDEX resumable_upload_owner_id_idx ON resumable_upload (owner_id);
CREATE INDEX resumable_upload_touched_at_idx ON resumable_upload (touched_at);

CREATE TABLE session (
    id uuid NOT NULL PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    secret_hash bytea NOT NULL,
    user_agent text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    seen_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    expires_at timestamp(3) with time zone NOT NULL,
    api_key_id uuid REFERENCES api_key(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT session_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);
CREATE INDEX session_api_key_id_idx ON session (api_key_id);
CREATE INDEX session_user_id_idx ON session (user_id);

CREATE TABLE shared_link (
    id uuid NOT NULL PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    key_hash bytea NOT NULL,
    album_id uuid REFERENCES album(id) ON UPDATE CASCADE ON DELETE CASCADE,
    description text,
    password_hash text,
    allow_download boolean NOT NULL,
    allow_upload boolean NOT NULL,
    show_metadata boolean NOT NULL,
    view_count integer NOT NULL DEFAULT 0,
    viewed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    expires_at timestamp(3) with time zone
);
CREATE INDEX shared_link_album_id_idx ON shared_link (album_id);
CREATE UNIQUE INDEX shared_link_key_hash_key ON shared_link (key_hash);
CREATE INDEX shared_link_user_id_idx ON shared_link (user_id);

CREATE TABLE shared_link_asset (
    link_id uuid NOT NULL REFERENCES shared_link(id) ON UPDATE CASCADE ON DELETE CASCADE,
    asset_id uuid NOT NULL,
    file_created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shared_link_asset_pkey PRIMARY KEY (link_id, asset_id),
    CONSTRAINT shared_link_asset_asset_id_fkey FOREIGN KEY (asset_id, file_created_at) REFERENCES asset(id, file_created_at) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX shared_link_asset_asset_id_link_id_idx ON shared_link_asset (asset_id, link_id);
CREATE INDEX shared_link_asset_link_id_file_created_at_asset_id_idx ON shared_link_asset (link_id, file_created_at DESC, asset_id DESC);
CREATE TRIGGER copy_file_created_at BEFORE INSERT ON shared_link_asset FOR EACH ROW WHEN ((new.file_created_at IS NULL)) EXECUTE FUNCTION copy_file_created_at();

CREATE TABLE sidecar_change (
    id bigint NOT NULL DEFAULT nextval('sidecar_change_id_seq'::regclass) PRIMARY KEY,
    asset_id uuid NOT NULL REFERENCES asset(id) ON UPDATE CASCADE ON DELETE CASCADE,
    name text,
    is_added boolean NOT NULL,
    due_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    taken_back text
);
CREATE INDEX sidecar_change_asset_id_idx ON sidecar_change (asset_id);
CREATE INDEX sidecar_change_due_at_idx ON sidecar_change (due_at);

CREATE TABLE sign_in (
    state_hash bytea NOT NULL PRIMARY KEY,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT sign_in_state_hash_check CHECK ((octet_length(state_hash) = 32))
);
CREATE INDEX sign_in_created_at_idx ON sign_in (created_at);

CREATE TABLE sign_in_code (
    code_hash bytea NOT NULL PRIMARY KEY,
    user_id uuid REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    expires_at timestamp(3) with time zone NOT NULL DEFAULT (now() + '00:10:00'::interval),
    is_invitation boolean NOT NULL DEFAULT false
);
CREATE INDEX sign_in_code_user_id_idx ON sign_in_code (user_id);

CREATE TABLE sign_in_secret (
    id boolean NOT NULL DEFAULT true PRIMARY KEY,
    secret bytea NOT NULL,
    CONSTRAINT sign_in_secret_check CHECK ((id AND (octet_length(secret) = 32)))
);

CREATE TABLE smart_info (
    asset_id uuid NOT NULL PRIMARY KEY REFERENCES asset(id) ON UPDATE CASCADE ON DELETE CASCADE,
    objects text[],
    tags text[]
);
CREATE TRIGGER refresh_asset_text_on_delete AFTER DELETE ON smart_info REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before');
CREATE TRIGGER refresh_asset_text_on_insert AFTER INSERT ON smart_info REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');
CREATE TRIGGER refresh_asset_text_on_update AFTER UPDATE ON smart_info REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');

CREATE TABLE stack (
    id uuid NOT NULL PRIMARY KEY,
    owner_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    primary_asset_id uuid NOT NULL REFERENCES asset(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX stack_owner_id_idx ON stack (owner_id);
CREATE UNIQUE INDEX stack_primary_asset_id_key ON stack (primary_asset_id);
CREATE TRIGGER refresh_asset_text_on_delete AFTER DELETE ON stack REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT primary_asset_id FROM before');
CREATE TRIGGER refresh_asset_text_on_insert AFTER INSERT ON stack REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT primary_asset_id FROM after');
CREATE TRIGGER refresh_asset_text_on_update AFTER UPDATE ON stack REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT primary_asset_id FROM before UNION SELECT primary_asset_id FROM after');

CREATE TABLE stale_text (
    asset_id uuid NOT NULL PRIMARY KEY,
    has_people boolean NOT NULL DEFAULT false
);
CREATE INDEX stale_text_people_idx ON stale_text (asset_id) WHERE has_people;

CREATE TABLE tag (
    id uuid NOT NULL PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    name text NOT NULL,
    type tag_type NOT NULL DEFAULT 'CUSTOM'::tag_type,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX tag_user_id_name_key ON tag (user_id, name);
CREATE TRIGGER delete_list_versions AFTER DELETE ON tag REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION delete_list_versions();
CREATE TRIGGER refresh_asset_text_on_update AFTER UPDATE ON tag REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before JOIN after USING (id) JOIN tag_asset ON tag_id = id
         WHERE (before.name, before.type, before.user_id) IS DISTINCT FROM (after.name, after.type, after.user_id)');

CREATE TABLE tag_asset (
    tag_id uuid NOT NULL REFERENCES tag(id) ON UPDATE CASCADE ON DELETE CASCADE,
    asset_id uuid NOT NULL,
    from_file boolean NOT NULL DEFAULT false,
    file_created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT tag_asset_pkey PRIMARY KEY (tag_id, asset_id),
    CONSTRAINT tag_asset_asset_id_fkey FOREIGN KEY (asset_id, file_created_at) REFERENCES asset(id, file_created_at) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX tag_asset_asset_id_tag_id_idx ON tag_asset (asset_id, tag_id);
CREATE INDEX tag_asset_tag_id_file_created_at_asset_id_idx ON tag_asset (tag_id, file_created_at DESC, asset_id DESC);
CREATE TRIGGER bump_tag_list_versions AFTER DELETE ON tag_asset REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION bump_tag_list_versions();
CREATE TRIGGER copy_file_created_at BEFORE INSERT ON tag_asset FOR EACH ROW WHEN ((new.file_created_at IS NULL)) EXECUTE FUNCTION copy_file_created_at();
CREATE TRIGGER refresh_asset_text_on_delete AFTER DELETE ON tag_asset REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM before');
CREATE TRIGGER refresh_asset_text_on_insert AFTER INSERT ON tag_asset REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_asset_text_of_rows('SELECT asset_id FROM after');

CREATE TABLE trash_clock (
    id boolean NOT NULL DEFAULT true PRIMARY KEY,
    "time" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    checked_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE "user" (
    id uuid NOT NULL PRIMARY KEY,
    email text NOT NULL,
    name text NOT NULL,
    is_admin boolean NOT NULL DEFAULT false,
    avatar_color avatar_color,
    profile_image_path text NOT NULL DEFAULT ''::text,
    storage_label text,
    external_path text,
    oauth_id text NOT NULL DEFAULT ''::text,
    should_change_password boolean NOT NULL DEFAULT false,
    memories_enabled boolean NOT NULL DEFAULT true,
    created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    deleted_at timestamp(3) with time zone,
    oauth_issuer text NOT NULL DEFAULT ''::text,
    quota_bytes double precision,
    CONSTRAINT user_email_check CHECK (((email <> ''::text) AND (email = lower(email))))
);
CREATE UNIQUE INDEX user_email_key ON "user" (email);
CREATE UNIQUE INDEX user_oauth_issuer_oauth_id_key ON "user" (oauth_issuer, oauth_id) WHERE (oauth_id <> ''::text);
CREATE UNIQUE INDEX user_storage_label_key ON "user" (storage_label);
CREATE TRIGGER delete_list_versions AFTER DELETE ON "user" REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION delete_list_versions();

CREATE TABLE worker (
    id uuid NOT NULL PRIMARY KEY,
    host text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    seen_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE VIEW asset_answer AS
 SELECT part.id, part.is_trashed,
    (((piece.head || piece.flags) || piece.body) || piece.last) || members."json" AS "json", bytes.head AS flags_at,
    bytes.head + bytes.flags + 1 AS body_at, bytes.head + bytes.flags + bytes.body + 1 AS last_at,
    bytes.head + bytes.flags + bytes.body + bytes.last + 1 AS stack_at,
        CASE
            WHEN members.is_flagged THEN members.for_others
            ELSE NULL::text
        END AS stack_for_others,
    NOT (part.is_flagged OR members.is_flagged) AS is_plain
   FROM asset_part part
     LEFT JOIN stack ON stack.primary_asset_id = part.id
     CROSS JOIN LATERAL ( SELECT part.head, part.flags, part.body, part.last
         OFFSET 0) piece
     CROSS JOIN LATERAL ( SELECT length(convert_to(piece.head, 'UTF8'::name)) AS head,
            length(convert_to(piece.flags, 'UTF8'::name)) AS flags, length(convert_to(piece.body, 'UTF8'::name)) AS body,
            length(convert_to(piece.last, 'UTF8'::name)) AS last) bytes
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN stack.id IS NULL THEN ',"stackCount":0}'::text
                    ELSE (((',"stackCount":'::text || count(*)) || ',"stack":['::text) || COALESCE(string_agg((((member.head || member.flags) || member.body) || member.last) || ',"stackCount":0}'::text, ','::text ORDER BY member.file_created_at DESC, member.id DESC), ''::text)) || ']}'::text
                END AS "json",
                CASE
                    WHEN bool_or(member.is_flagged) THEN (((',"stackCount":'::text || count(*)) || ',"stack":['::text) || string_agg((((member.head || member.flags_for_others) || member.body) || member.last) || ',"stackCount":0}'::text, ','::text ORDER BY member.file_created_at DESC, member.id DESC)) || ']}'::text
                    ELSE NULL::text
                END AS for_others,
            COALESCE(bool_or(member.is_flagged), false) AS is_flagged
           FROM asset_part member
          WHERE member.stack_id = stack.id AND member.id <> part.id AND NOT member.is_trashed) members;

CREATE VIEW asset_part AS
 SELECT asset.id, asset.stack_id, asset.file_created_at, asset.deleted_at IS NOT NULL AS is_trashed,
    asset.is_archived OR asset.is_favorite AS is_flagged, "left"(to_json(head.*)::text, '-1'::integer) AS head,
    asset_flags(asset.*, true) AS flags, asset_flags(asset.*, false) AS flags_for_others,
    ','::text || substr("left"(to_json(body.*)::text, '-1'::integer), 2) AS body,
        CASE
            WHEN exif.asset_id IS NULL THEN ''::text
            ELSE ',"exifInfo":'::text || json_strip_nulls(to_json(exif_info.*))::text
        END ||
        CASE
            WHEN smart.asset_id IS NULL THEN ''::text
            ELSE ',"smartInfo":'::text || to_json(smart_info.*)::text
        END AS last
   FROM asset
     LEFT JOIN exif ON exif.asset_id = asset.id
     LEFT JOIN smart_info smart ON smart.asset_id = asset.id
     LEFT JOIN stack ON stack.id = asset.stack_id
     LEFT JOIN asset leader ON leader.id = stack.primary_asset_id AND leader.id <> asset.id AND leader.deleted_at IS NULL
     CROSS JOIN LATERAL ( SELECT exif.city, exif.country, api_time(exif.date_time_original) AS "dateTimeOriginal",
            exif.description, exif.exif_image_height AS "exifImageHeight", exif.exif_image_width AS "exifImageWidth",
            exif.exposure_time AS "exposureTime", exif.f_number AS "fNumber", exif.file_size_in_byte AS "fileSizeInByte",
            exif.focal_length AS "focalLength", exif.iso, exif.latitude, exif.lens_model AS "lensModel", exif.longitude,
            exif.make, exif.model, api_time(exif.modify_date) AS "modifyDate", exif.orientation,
            exif.projection_type AS "projectionType", exif.state, exif.time_zone AS "timeZone") exif_info
     CROSS JOIN LATERAL ( SELECT COALESCE(smart.objects, '{}'::text[]) AS objects,
            COALESCE(smart.tags, '{}'::text[]) AS tags) smart_info
     CROSS JOIN LATERAL ( SELECT COALESCE(( SELECT asset_tags.list
                   FROM asset_tags
                  WHERE asset_tags.asset_id = asset.id), '[]'::text)::json AS list) tags
     CROSS JOIN LATERAL ( SELECT COALESCE(('['::text || string_agg(to_json(listed.*)::text, ','::text ORDER BY (listed.name COLLATE "C"), listed.id)) || ']'::text, '[]'::text)::json AS list
           FROM ( SELECT person.birth_date AS "birthDate",
                    COALESCE(('['::text || string_agg(to_json(face.*)::text, ','::text ORDER BY face."boundingBoxX1", face.id) FILTER (WHERE face."imageWidth" > 0)) || ']'::text, '[]'::text)::json AS faces,
                    person.id, person.is_hidden AS "isHidden", person.name, person.thumbnail_path AS "thumbnailPath"
                   FROM asset_face
                     JOIN person ON person.id = asset_face.person_id AND NOT person.is_hidden
                     CROSS JOIN LATERAL ( SELECT asset_face.bounding_box_x1 AS "boundingBoxX1",
                            asset_face.bounding_box_x2 AS "boundingBoxX2", asset_face.bounding_box_y1 AS "boundingBoxY1",
                            asset_face.bounding_box_y2 AS "boundingBoxY2", asset_face.id,
                            asset_face.image_height AS "imageHeight", asset_face.image_width AS "imageWidth") face
                  WHERE asset_face.asset_id = asset.id
                  GROUP BY person.id) listed) people
     CROSS JOIN LATERAL ( SELECT api_base64(asset.checksum) AS checksum, asset.device_asset_id AS "deviceAssetId",
            asset.device_id AS "deviceId", COALESCE(asset.duration, '0:00:00.00000'::text) AS duration,
            api_time(asset.file_created_at) AS "fileCreatedAt", api_time(asset.file_modified_at) AS "fileModifiedAt",
            true AS "hasMetadata", asset.id) head
     CROSS JOIN LATERAL ( SELECT asset.library_id AS "libraryId", asset.live_photo_video_id AS "livePhotoVideoId",
            api_time(asset.local_date_time) AS "localDateTime", asset.original_file_name AS "originalFileName",
            asset.original_path AS "originalPath", asset.owner_id AS "ownerId", people.list AS people, asset.resized,
            leader.id AS "stackParentId", tags.list AS tags, api_base64(asset.thumbhash) AS thumbhash, asset.type,
            api_time(asset.updated_at) AS "updatedAt") body
  WHERE asset.is_visible AND asset.removed_at IS NULL;

CREATE VIEW asset_tags AS
 SELECT tag_asset.asset_id,
    ('['::text || string_agg(to_json(listed.*)::text, ','::text ORDER BY (listed.name COLLATE "C"), listed.id)) || ']'::text AS list
   FROM tag_asset
     JOIN tag ON tag.id = tag_asset.tag_id
     CROSS JOIN LATERAL ( SELECT tag.id, tag.name, tag.type, tag.user_id AS "userId") listed
  GROUP BY tag_asset.asset_id;

CREATE VIEW asset_words AS
 SELECT asset.id, asset.owner_id, asset.file_created_at,
    array_to_tsvector(array_remove(ARRAY( SELECT "left"(word.word, 64) AS "left"
           FROM string_to_table("left"(fold_words(concat_ws(' '::text, to_char((asset.local_date_time AT TIME ZONE 'UTC'::text), 'YYYY "m"MM "d"DD'::text), asset.original_file_name,
                CASE
                    WHEN asset.original_file_name ~ '[A-Za-z][0-9]'::text THEN regexp_replace(asset.original_file_name, '[A-Za-z]+(?=[0-9])'::text, ' '::text, 'g'::text)
                    ELSE NULL::text
                END, exif.city, exif.state, exif.country, exif.make, exif.model, exif.lens_model, array_to_string(smart.objects, ' '::text), array_to_string(smart.tags, ' '::text), exif.description)), 50000), ' '::text) word(word)), ''::text)) AS words,
    to_facet(asset.owner_id, exif.*) AS facet
   FROM asset
     LEFT JOIN exif ON exif.asset_id = asset.id
     LEFT JOIN smart_info smart ON smart.asset_id = asset.id
  WHERE asset.is_visible AND asset.removed_at IS NULL;

CREATE OR REPLACE FUNCTION api_base64(bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN translate(encode($1, 'base64'::text), '
'::text, ''::text);

CREATE OR REPLACE FUNCTION api_time(timestamp with time zone) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE RETURN to_char(($1 AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

CREATE OR REPLACE FUNCTION asset_flags(asset, is_for_owner boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ',"isArchived":' || ($1.is_archived AND $2)::text || ',"isExternal":' || $1.is_external::text
        || ',"isFavorite":' || ($1.is_favorite AND $2)::text || ',"isOffline":' || $1.is_offline::text
        || ',"isReadOnly":' || $1.is_read_only::text || ',"isTrashed":' || ($1.deleted_at IS NOT NULL)::text
$$;

CREATE OR REPLACE FUNCTION asset_json(asset, asset_text, is_for_owner boolean) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT convert_from(
        substr(convert_to($2.json, 'UTF8'), 1, $2.flags_at)
        || convert_to(asset_flags($1, $3), 'UTF8')
        || substr(convert_to($2.json, 'UTF8'), $2.body_at, $2.last_at - length('"2000-01-01T00:00:00.000Z"') - $2.body_at)
        || convert_to('"' || api_time($1.updated_at) || '"', 'UTF8')
        || CASE WHEN $1.deleted_at IS NULL AND ($3 OR $2.stack_for_others IS NULL) THEN substr(convert_to($2.json, 'UTF8'), $2.last_at)
            ELSE substr(convert_to($2.json, 'UTF8'), $2.last_at, $2.stack_at - $2.last_at)
                || convert_to(CASE WHEN $1.deleted_at IS NULL THEN $2.stack_for_others ELSE ',"stackCount":0}' END, 'UTF8') END,
        'UTF8')
$$;

CREATE OR REPLACE FUNCTION bump_owner_list_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_version (list_id) SELECT DISTINCT before.owner_id FROM before JOIN "user" ON "user".id = before.owner_id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION bump_tag_list_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_version (list_id) SELECT DISTINCT tag.id FROM before JOIN tag ON tag.id = before.tag_id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION copy_file_created_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.file_created_at := coalesce((SELECT file_created_at FROM asset WHERE id = NEW.asset_id), 'infinity');
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION copy_flagged_assets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM flagged_asset USING before
        WHERE flagged_asset.owner_id = before.owner_id AND asset_id = before.id
            AND (before.is_archived OR before.is_favorite OR before.deleted_at IS NOT NULL);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO flagged_asset (asset_id, owner_id, local_date_time, type, is_archived, is_favorite, deleted_at)
        SELECT id, owner_id, local_date_time, type, is_archived, is_favorite, deleted_at FROM after
        WHERE (is_archived OR is_favorite OR deleted_at IS NOT NULL) AND is_visible AND removed_at IS NULL;
    ELSE
        DELETE FROM stale_text USING before WHERE asset_id = before.id;
        DELETE FROM asset_search USING before WHERE asset_id = before.id;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION count_facets() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' SET jit TO 'off' AS $$
BEGIN
    -- With EXCEPT, no plan compares each row with every other.
    IF TG_OP = 'UPDATE' THEN
        IF NOT EXISTS (SELECT asset_id, owner_id, facet FROM after EXCEPT SELECT asset_id, owner_id, facet FROM before) THEN
            RETURN NULL;
        END IF;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO facet_count (owner_id, facet, count)
        SELECT owner_id, facet, -count(*) FROM before WHERE facet IS NOT NULL GROUP BY owner_id, facet;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO facet_count (owner_id, facet, count, city, state, country, make, model, is_located)
        SELECT owner_id, facet, count, city, state, country, make, model, latitude IS NOT NULL AND longitude IS NOT NULL
        FROM (
            SELECT owner_id, facet, count(*) AS count, (array_agg(asset_id))[1] AS one_id FROM after
            WHERE facet IS NOT NULL GROUP BY owner_id, facet
        ) AS added, LATERAL (SELECT * FROM exif WHERE asset_id = one_id OFFSET 0) AS exif;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION delete_list_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM list_version WHERE list_id IN (SELECT id FROM before);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION fold_words(text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    folded text := $1;
BEGIN
    IF octet_length(folded) <> length(folded) THEN
        folded := regexp_replace(
            normalize(folded, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]', '', 'g');
    END IF;
    IF octet_length(folded) <> length(folded) THEN
        folded := replace(replace(replace(replace(translate(
            folded,
            'ÆŒØÞÐĐĦŁŊŦƏẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҚҢҮҰҺӘӨԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖıςøđł',
            'æœoþðdħlŋŧəßαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғқңүұһәөաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆiσodl'
        ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
        folded := regexp_replace(folded, '[\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff][\u3099\u309a]?', ' \& ', 'g');
    END IF;
    RETURN ' ' || btrim(regexp_replace(lower(folded COLLATE "C"), '[\u0001-/:-@\[-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u23ff\u2500-\u25ff\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufffd]+', ' ', 'g')) || ' ';
END
$$;

CREATE OR REPLACE FUNCTION fresh_text(text asset_text) RETURNS asset_text LANGUAGE plpgsql STABLE SET plan_cache_mode TO 'force_generic_plan' SET jit TO 'off' AS $$
DECLARE
    fresh asset_text;
BEGIN
    SELECT id, is_plain, flags_at, body_at, last_at, stack_at, json, stack_for_others INTO fresh FROM asset_answer WHERE id = text.asset_id;
    RETURN fresh;
END
$$;

CREATE OR REPLACE FUNCTION mark_stale_people(changed uuid[]) RETURNS uuid[] LANGUAGE sql SET plan_cache_mode TO 'force_generic_plan' SET jit TO 'off' AS $$
    WITH shown AS MATERIALIZED (
        SELECT asset.id, deleted_at, stack_id FROM unnest(changed) AS shown (id) JOIN asset USING (id)
        WHERE is_visible AND removed_at IS NULL
    ), concerned AS MATERIALIZED (
        SELECT id, deleted_at FROM shown
        UNION
        SELECT leader.id, leader.deleted_at FROM shown JOIN stack ON stack.id = stack_id JOIN asset AS leader ON leader.id = primary_asset_id
        WHERE shown.deleted_at IS NULL AND leader.is_visible AND leader.removed_at IS NULL
    ), marked AS (
        INSERT INTO stale_text (asset_id, has_people) SELECT id, true FROM concerned ORDER BY id
        ON CONFLICT (asset_id) DO UPDATE SET has_people = true
    )
    SELECT coalesce(array_agg(id) FILTER (WHERE deleted_at IS NULL), '{}') FROM concerned
$$;

CREATE OR REPLACE FUNCTION record_album_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event (type, album_id) VALUES ('album.created', NEW.id);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION record_album_shared() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event (type, album_id, subject) SELECT 'album.shared', album_id, user_id FROM after ORDER BY position;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION record_asset_changes(added uuid[], updated uuid[], owners uuid[], changed uuid[], part text) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' SET jit TO 'off' AS $$
BEGIN
    IF added = '{}' AND updated = '{}' THEN
        RETURN;
    END IF;
    WITH told AS MATERIALIZED (
        SELECT unnest(added) AS asset_id, 'asset.added' AS type UNION ALL SELECT unnest(updated), 'asset.updated'
    ), recorded AS (
        INSERT INTO event (type, asset_id, subject)
        SELECT type, asset_id, CASE WHEN asset_id IN (SELECT unnest(changed)) THEN part ELSE 'stack' END FROM told
    )
    INSERT INTO list_version (list_id)
    SELECT unnest(owners)
    UNION
    SELECT held.album_id FROM told, LATERAL (SELECT album_id FROM album_asset WHERE asset_id = told.asset_id OFFSET 0) AS held
    UNION
    SELECT listed.tag_id FROM told, LATERAL (SELECT tag_id FROM tag_asset WHERE asset_id = told.asset_id OFFSET 0) AS listed;
END
$$;

CREATE OR REPLACE FUNCTION record_job_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event (type, asset_id, subject, state) VALUES ('job.finished', NEW.asset_id, NEW.name, NEW.state);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION refresh_asset_text(changed uuid[], part text DEFAULT 'asset'::text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    added uuid[];
    updated uuid[];
BEGIN
    IF part = 'people' AND cardinality(changed) > 1000 THEN
        added := '{}';
        updated := mark_stale_people(changed);
    ELSE
        SELECT coalesce(array_agg(id) FILTER (WHERE is_new), '{}'), coalesce(array_agg(id) FILTER (WHERE NOT is_new), '{}')
        INTO added, updated
        FROM write_asset_texts(changed, part) WHERE NOT is_trashed;
    END IF;
    PERFORM record_asset_changes(added, updated, ARRAY(
        SELECT DISTINCT owner_id
        FROM unnest(added || updated) AS told (id), LATERAL (SELECT owner_id FROM asset WHERE id = told.id OFFSET 0) AS asset
    ), changed, part);
    IF part IN ('asset', 'exifInfo', 'smartInfo') THEN
        PERFORM write_asset_words(changed);
    END IF;
END
$$;

CREATE OR REPLACE FUNCTION refresh_asset_text_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids uuid[];
BEGIN
    EXECUTE format('SELECT array_agg(id) FROM (%s) AS concerned (id)', TG_ARGV[0]) INTO ids;
    IF ids IS NOT NULL THEN
        PERFORM refresh_asset_text(ids, CASE TG_TABLE_NAME
            WHEN 'asset' THEN 'asset'
            WHEN 'exif' THEN 'exifInfo'
            WHEN 'smart_info' THEN 'smartInfo'
            WHEN 'stack' THEN 'stack'
            WHEN 'tag' THEN 'tags'
            WHEN 'tag_asset' THEN 'tags'
            ELSE 'people'
        END);
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION refresh_updated_assets() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' SET jit TO 'off' AS $$
DECLARE
    said uuid[];
    worded uuid[];
    added uuid[];
    updated uuid[];
    stale uuid[];
    owners uuid[];
    stacks uuid[];
    appeared uuid[];
    unlisted uuid[];
    rewritten uuid[];
BEGIN
    -- A full join is never a loop in a loop. A session plans this for its first change, and keeps the plan: what is quick for one asset
    -- would take seconds for thousands.
    SELECT
        coalesce(array_agg(id) FILTER (WHERE is_said), '{}'),
        array_agg(id) FILTER (WHERE is_worded),
        coalesce(array_agg(id) FILTER (WHERE is_clicked AND is_listed AND NOT was_listed), '{}'),
        coalesce(array_agg(id) FILTER (WHERE is_clicked AND was_listed), '{}'),
        coalesce(array_agg(id) FILTER (WHERE is_clicked AND has_text), '{}'),
        array_agg(id) FILTER (WHERE is_listed AND NOT was_listed),
        array_agg(id) FILTER (WHERE NOT was_listed),
        array_agg(DISTINCT owner_id),
        array_agg(old_stack) FILTER (WHERE old_stack IS NOT NULL) || array_agg(new_stack) FILTER (WHERE new_stack IS NOT NULL)
    INTO said, worded, added, updated, stale, appeared, unlisted, owners, stacks
    FROM (
        SELECT
            id,
            after.owner_id,
            before.stack_id AS old_stack,
            after.stack_id AS new_stack,
            before.is_visible AND before.deleted_at IS NULL AS was_listed,
            after.is_visible AND after.deleted_at IS NULL AS is_listed,
            after.is_visible AND after.removed_at IS NULL AS has_text,
            (
                before.is_archived, before.is_external, before.is_favorite, before.is_offline, before.is_read_only,
                before.deleted_at, before.updated_at
            ) IS DISTINCT FROM (
                after.is_archived, after.is_external, after.is_favorite, after.is_offline, after.is_read_only, after.deleted_at,
                after.updated_at
            ) AS is_clicked,
            (
                before.owner_id, before.library_id, before.device_asset_id, before.device_id, before.type, before.original_path,
                before.original_file_name, before.checksum, before.file_created_at, before.file_modified_at,
                before.local_date_time, before.duration, before.is_visible, before.resized, before.thumbhash,
                before.live_photo_video_id, before.stack_id, before.removed_at
            ) IS DISTINCT FROM (
                after.owner_id, after.library_id, after.device_asset_id, after.device_id, after.type, after.original_path,
                after.original_file_name, after.checksum, after.file_created_at, after.file_modified_at, after.local_date_time,
                after.duration, after.is_visible, after.resized, after.thumbhash, after.live_photo_video_id, after.stack_id,
                after.removed_at
            ) AS is_said,
            (
                before.owner_id, before.original_file_name, before.file_created_at, before.local_date_time, before.is_visible,
                before.removed_at
            ) IS DISTINCT FROM (
                after.owner_id, after.original_file_name, after.file_created_at, after.local_date_time, after.is_visible,
                after.removed_at
            ) AS is_worded
        FROM before FULL JOIN after USING (id)
    ) AS change;
    IF stacks IS NOT NULL THEN
        said := ARRAY(SELECT unnest(said) UNION SELECT primary_asset_id FROM stack WHERE id = ANY (stacks));
    END IF;
    IF said <> '{}' THEN
        rewritten := ARRAY(SELECT id FROM write_asset_texts(said) WHERE NOT is_trashed);
        added := ARRAY(SELECT unnest(added) UNION (SELECT unnest(rewritten) INTERSECT SELECT unnest(appeared)));
        updated := ARRAY(SELECT unnest(updated) UNION (SELECT unnest(rewritten) EXCEPT SELECT unnest(unlisted)));
        stale := ARRAY(SELECT unnest(stale) EXCEPT SELECT unnest(said));
    END IF;
    IF worded IS NOT NULL THEN
        PERFORM write_asset_words(worded);
    END IF;
    INSERT INTO stale_text (asset_id) SELECT unnest(stale) ON CONFLICT DO NOTHING;
    PERFORM record_asset_changes(added, updated, owners, ARRAY(SELECT id FROM after), 'asset');
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION replace_album_covers() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION to_facet(owner_id uuid, exif) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN coalesce($2.city, $2.state, $2.country, $2.make, $2.model) IS NOT NULL THEN hashtextextended(
        ROW($1, $2.city, $2.state, $2.country, $2.make, $2.model, $2.latitude IS NOT NULL AND $2.longitude IS NOT NULL)::text, 0) END
$$;

CREATE OR REPLACE FUNCTION visitor_json("json" text, shows_metadata boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ((
        SELECT jsonb_object_agg(key, value) FROM jsonb_each($1::jsonb)
        WHERE key IN (
            'id', 'type', 'ownerId', 'duration', 'fileCreatedAt', 'fileModifiedAt', 'localDateTime', 'livePhotoVideoId', 'resized',
            'thumbhash', 'updatedAt'
        ) OR ($2 AND key IN ('checksum', 'exifInfo', 'originalFileName', 'people', 'smartInfo', 'tags'))
    ) || jsonb_build_object(
        'deviceAssetId', '', 'deviceId', '', 'hasMetadata', $2, 'isArchived', false, 'isExternal', false, 'isFavorite', false,
        'isOffline', false, 'isReadOnly', true, 'isTrashed', false, 'libraryId', '', 'originalPath', '', 'stackCount', 0,
        'stackParentId', null
    ) || CASE WHEN $2 THEN '{}' ELSE jsonb_build_object(
        'checksum', '', 'originalFileName', '', 'people', '[]'::jsonb, 'tags', '[]'::jsonb
    ) END || CASE WHEN $2 AND $1::jsonb -> 'people' <> '[]' THEN jsonb_build_object('people', (
        SELECT jsonb_agg(person || '{"birthDate":null,"thumbnailPath":""}') FROM jsonb_array_elements($1::jsonb -> 'people') AS person
    )) ELSE '{}' END)::text
$$;

CREATE OR REPLACE FUNCTION write_asset_texts(changed uuid[], part text DEFAULT 'asset'::text) RETURNS TABLE(id uuid, is_new boolean, is_trashed boolean) LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' SET jit TO 'off' AS $$
#variable_conflict use_column
DECLARE
    ids uuid[] := ARRAY(
        SELECT unnest(changed)
        UNION
        SELECT stack.primary_asset_id FROM asset JOIN stack ON stack.id = asset.stack_id WHERE asset.id = ANY (changed)
        UNION
        SELECT member.id FROM stack JOIN asset AS member ON member.stack_id = stack.id
        WHERE stack.primary_asset_id = ANY (changed)
    );
BEGIN
    -- When two transactions change one asset, the later one reads what the earlier one wrote.
    PERFORM FROM asset WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
    -- New tags take the place of the old ones, in half the time. A key begins with a quote, which has a backslash inside texts.
    IF part = 'tags' THEN
        RETURN QUERY
        UPDATE asset_text AS text SET
            (json, last_at, stack_at) = (
                SELECT
                    convert_from(substr(bytes, 1, first - 1) || list || substr(bytes, first + size), 'UTF8'),
                    last_at + length(list) - size,
                    stack_at + length(list) - size
                FROM (SELECT convert_to(json, 'UTF8') AS bytes OFFSET 0) AS utf8,
                    LATERAL (SELECT body_at + position(',"tags":['::bytea IN substr(bytes, body_at)) + 7 AS first OFFSET 0) AS start,
                    LATERAL (SELECT position('],"thumbhash":'::bytea IN substr(bytes, first)) AS size OFFSET 0) AS old,
                    LATERAL (
                        SELECT convert_to(coalesce((SELECT list FROM asset_tags WHERE asset_id = text.asset_id), '[]'), 'UTF8') AS list OFFSET 0
                    ) AS tags
            )
        FROM asset WHERE asset.id = asset_id AND asset.id = ANY (ids) AND stack_id IS NULL
        RETURNING asset_id, false, deleted_at IS NOT NULL;
        ids := ARRAY(SELECT unnest(ids) EXCEPT SELECT id FROM asset WHERE id = ANY (ids) AND stack_id IS NULL);
    END IF;
    IF ids = '{}' THEN
        RETURN;
    END IF;
    RETURN QUERY
    WITH answer AS MATERIALIZED (
        SELECT * FROM asset_answer WHERE id = ANY (ids)
    ), removed AS (
        DELETE FROM asset_text WHERE asset_id = ANY (ids) AND asset_id NOT IN (SELECT id FROM answer)
        RETURNING asset_id
    ), written AS (
        INSERT INTO asset_text AS text (asset_id, json, flags_at, body_at, last_at, stack_at, stack_for_others, is_plain)
        SELECT id, json, flags_at, body_at, last_at, stack_at, stack_for_others, is_plain FROM answer ORDER BY id
        ON CONFLICT (asset_id) DO UPDATE SET
            json = excluded.json, flags_at = excluded.flags_at, body_at = excluded.body_at, last_at = excluded.last_at,
            stack_at = excluded.stack_at, stack_for_others = excluded.stack_for_others, is_plain = excluded.is_plain
        WHERE text.json <> excluded.json
        RETURNING asset_id, xmax = 0 AS is_new
    ), fresh AS (
        -- A mark of people stays: the change that made it may not be seen yet.
        DELETE FROM stale_text WHERE asset_id = ANY (ids) AND asset_id NOT IN (SELECT id FROM answer WHERE is_trashed) AND NOT has_people
    ), stale AS (
        INSERT INTO stale_text (asset_id) SELECT id FROM answer WHERE is_trashed ON CONFLICT DO NOTHING
    )
    SELECT asset_id, false, false FROM removed
    UNION ALL
    SELECT asset_id, is_new, asset_id IN (SELECT id FROM answer WHERE is_trashed) FROM written;
END
$$;

CREATE OR REPLACE FUNCTION write_asset_words(ids uuid[]) RETURNS void LANGUAGE sql SET plan_cache_mode TO 'force_generic_plan' SET jit TO 'off' AS $$
    WITH words AS MATERIALIZED (
        SELECT * FROM asset_words WHERE id = ANY (ids)
    ), removed AS (
        DELETE FROM asset_search WHERE asset_id = ANY (ids) AND asset_id NOT IN (SELECT id FROM words)
    )
    INSERT INTO asset_search AS old (asset_id, owner_id, file_created_at, words, facet)
    SELECT id, owner_id, file_created_at, words, facet FROM words ORDER BY id
    ON CONFLICT (asset_id) DO UPDATE SET
        owner_id = excluded.owner_id, file_created_at = excluded.file_created_at, words = excluded.words, facet = excluded.facet
    WHERE (old.owner_id, old.file_created_at, old.words, old.facet)
        IS DISTINCT FROM (excluded.owner_id, excluded.file_created_at, excluded.words, excluded.facet)
$$;

CREATE OR REPLACE FUNCTION write_stale_people(most integer) RETURNS bigint LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' SET jit TO 'off' AS $$
DECLARE
    ids uuid[] := ARRAY(
        SELECT asset_id FROM stale_text, LATERAL (
            SELECT FROM asset WHERE id = asset_id AND deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED
        ) AS locked WHERE has_people ORDER BY asset_id LIMIT most
    );
BEGIN
    IF ids <> '{}' THEN
        PERFORM FROM stale_text WHERE asset_id = ANY (ids) ORDER BY asset_id FOR UPDATE;
        DELETE FROM stale_text WHERE asset_id = ANY (ids);
        PERFORM write_asset_texts(ids);
    END IF;
    RETURN cardinality(ids);
END
$$;

CREATE OR REPLACE FUNCTION write_stale_texts(most integer) RETURNS bigint LANGUAGE sql SET plan_cache_mode TO 'force_generic_plan' SET jit TO 'off' AS $$
    WITH stale AS MATERIALIZED (
        SELECT asset FROM stale_text, LATERAL (
            SELECT asset FROM asset WHERE id = asset_id AND deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED
        ) AS locked WHERE NOT has_people LIMIT most
    ), written AS (
        UPDATE asset_text AS text SET
            (json, body_at, last_at, stack_at) = (
                SELECT asset_json(asset, text, true), body_at + longer, last_at + longer, stack_at + longer
                FROM (SELECT length(asset_flags(asset, true)) - (body_at - flags_at - 1) AS longer) AS flags
            ),
            is_plain = stack_for_others IS NULL AND NOT ((asset).is_archived OR (asset).is_favorite)
        FROM stale
        WHERE asset_id = (asset).id
    ), fresh AS (
        DELETE FROM stale_text WHERE asset_id = ANY (ARRAY(SELECT (asset).id FROM stale)) RETURNING 1
    )
    SELECT count(*) FROM fresh
$$;
