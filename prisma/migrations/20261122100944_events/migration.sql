-- CreateTable
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

-- CreateTable
CREATE TABLE "event_history" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "gone_up_to" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,

    CONSTRAINT "event_history_pkey" PRIMARY KEY ("id")
);

INSERT INTO "event_history" DEFAULT VALUES;

CREATE FUNCTION "tell_job"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event (type, asset_id, subject, state) VALUES ('job.finished', NEW.asset_id, NEW.name, NEW.state);
    RETURN NULL;
END
$$;

CREATE FUNCTION "tell_album"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event (type, album_id) VALUES ('album.created', NEW.id);
    RETURN NULL;
END
$$;

CREATE FUNCTION "tell_share"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event (type, album_id, subject) SELECT 'album.shared', album_id, user_id FROM after ORDER BY position;
    RETURN NULL;
END
$$;

CREATE TRIGGER "event_of_job" AFTER UPDATE OF "state" ON "asset_job" FOR EACH ROW
    WHEN (OLD.state IN ('queued', 'running') AND NEW.state IN ('succeeded', 'skipped', 'failed'))
    EXECUTE FUNCTION tell_job();

CREATE TRIGGER "event_of_album" AFTER INSERT ON "album" FOR EACH ROW EXECUTE FUNCTION tell_album();

CREATE TRIGGER "event_of_share" AFTER INSERT ON "album_user" REFERENCING NEW TABLE AS "after"
    FOR EACH STATEMENT EXECUTE FUNCTION tell_share();
