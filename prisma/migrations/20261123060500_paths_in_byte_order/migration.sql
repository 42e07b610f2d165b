-- Paths are compared byte by byte, whatever the language of the database: so their index finds the files of a folder. The views
-- that read the column are made again as they were, so that no answer has to be computed anew.
DO $$
DECLARE
  part text := pg_get_viewdef(to_regclass('asset_part'));
  answer text := pg_get_viewdef(to_regclass('asset_answer'));
  installed text := obj_description(to_regclass('asset_answer'), 'pg_class');
BEGIN
  DROP VIEW IF EXISTS "asset_answer", "asset_part";
  ALTER TABLE "asset" ALTER COLUMN "original_path" TYPE text COLLATE "C";
  IF part IS NOT NULL AND answer IS NOT NULL THEN
    EXECUTE 'CREATE VIEW "asset_part" AS ' || part;
    EXECUTE 'CREATE VIEW "asset_answer" AS ' || answer;
    EXECUTE format('COMMENT ON VIEW "asset_answer" IS %L', installed);
  END IF;
END
$$;
