import { Client } from 'pg'
import { migrate } from '../../../src/database/migrations/migrate.js'
import { migrationsFolder, readMigrations } from '../../../src/database/migrations/migrations.js'
import { makeApiKey } from '../../../src/users/credential.js'
import { query } from './query.js'

const { id: keyId, key, secretHash } = makeApiKey()

/** Who and what the library holds since its first day; assets by what is particular about them. */
export const grown = {
  apiKey: key,
  ada: id(1),
  ben: id(2),
  cy: id(3),
  dora: id(4),
  tag: id(30),
  album: id(40),
  link: id(41),
  albumLink: id(42),
  asset: {
    photo: id(20),
    video: id(21),
    raw: id(22),
    developed: id(23),
    trashed: id(24),
    live: id(25),
    motion: id(26),
    /** The video inside the photo. */
    embedded: id(27),
  },
}

const { ada, ben, cy, dora, tag, album, asset } = grown
const library = id(10)
const worker = id(60)

/** What somebody put into a library once a migration was applied, by its name without the time: rows for every table that it made. */
const additions: Record<string, string> = {
  init: `
    INSERT INTO "user" (id, email, name, is_admin, avatar_color, storage_label, deleted_at) VALUES
      ('${ada}', 'ada@example.org', 'Ada "the first", Countess' || E'\\n\\\\.\\t', true, 'amber', 'ada', NULL),
      ('${ben}', 'ben@example.org', '', false, NULL, NULL, NULL), ('${cy}', 'cy@example.org', 'Ćÿ 😀', false, 'pink', '', NULL),
      ('${dora}', 'dora@example.org', 'Dora', false, NULL, NULL, '2024-03-01Z');
    UPDATE "user" SET oauth_issuer = 'https://id.example.org', oauth_id = 'b', quota_bytes = 9007199254740991 WHERE id = '${ben}';
    INSERT INTO api_key (id, user_id, name, secret_hash, scopes)
      VALUES ('${keyId}', '${ada}', 'frame', '\\x${Buffer.from(secretHash).toString('hex')}', '{all}');
    INSERT INTO session (id, user_id, secret_hash, user_agent, expires_at)
      VALUES ('${id(80)}', '${ben}', sha256('session'), 'curl', now() + interval '30 days');
    INSERT INTO sign_in (state_hash) VALUES (sha256('state'));
    INSERT INTO sign_in_code (code_hash, user_id) VALUES (sha256('code'), '${ben}');
    INSERT INTO sign_in_secret (secret) VALUES (sha256('secret'));
    INSERT INTO kept_answer (user_id, operation, key, digest, answer) VALUES
      ('${ada}', 'createAlbum', 'once', sha256('asked'), '{"b": 1,  "a": [true, null]}'),
      ('${ada}', 'runAssetJobs', 'once', sha256('asked'), NULL);
    INSERT INTO worker (id, host) VALUES ('${worker}', 'attic:1');
    INSERT INTO library (id, owner_id, name, import_path, mount_points, watcher_id, watcher_seen_at)
      VALUES ('${library}', '${ada}', 'Photos', '/photos', '{/photos/usb,"/photos/a, b"}', '${worker}', now());
    INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name,
                       checksum, file_created_at, file_modified_at, local_date_time, deleted_at) VALUES
      ${assetRow(asset.photo, 'IMAGE', 'a, "b".jpg', 10)}, ${assetRow(asset.video, 'VIDEO', 'video.mov', 11)},
      ${assetRow(asset.raw, 'IMAGE', 'shot.dng', 12)}, ${assetRow(asset.developed, 'IMAGE', 'shot.jpg', 12)},
      ${assetRow(asset.trashed, 'IMAGE', 'trash.jpg', 13, 'now()')}, ${assetRow(asset.live, 'IMAGE', 'live.heic', 14)},
      ${assetRow(asset.motion, 'VIDEO', 'live.mov', 14)}, ${assetRow(asset.embedded, 'VIDEO', 'a, "b".mp4', 10)};
    UPDATE asset SET duration = '00:00:12.345', is_archived = true WHERE id = '${asset.video}';
    UPDATE asset SET live_photo_video_id = '${asset.motion}', thumbhash = '\\x00ff' WHERE id = '${asset.live}';
    UPDATE asset SET is_visible = false WHERE id IN ('${asset.motion}', '${asset.embedded}');
    UPDATE asset SET embedded_in_id = '${asset.photo}' WHERE id = '${asset.embedded}';
    UPDATE asset SET live_photo_video_id = '${asset.embedded}', uploaded_bytes = 9223372036854775807 WHERE id = '${asset.photo}';
    UPDATE asset SET removed_at = now() WHERE id = '${asset.trashed}';
    UPDATE asset SET sidecar_version = 'shot.dng.xmp 1' WHERE id = '${grown.asset.raw}';
    INSERT INTO asset_text (asset_id, json) VALUES ('${asset.photo}', '{}');
    INSERT INTO stack (id, owner_id, primary_asset_id) VALUES ('${id(50)}', '${ada}', '${asset.developed}');
    UPDATE asset SET stack_id = '${id(50)}' WHERE id IN ('${grown.asset.raw}', '${asset.developed}');
    INSERT INTO exif (asset_id, city, description, file_description, f_number, file_size_in_byte, latitude, date_time_original)
      VALUES ('${asset.photo}', 'Zürich', E'two\\nlines', E'two\\nlines', 0.1 + 0.2::float8, 9007199254740991, -33.856784, '2024-01-10 12:00+01');
    INSERT INTO smart_info VALUES ('${asset.photo}', '{"a,b","c\\"d",""}', '{}');
    INSERT INTO person (id, owner_id, name, birth_date) VALUES ('${id(70)}', '${ada}', 'Grace', '1906-12-09');
    INSERT INTO asset_face (id, asset_id, person_id, bounding_box_x1, bounding_box_x2, bounding_box_y1, bounding_box_y2,
                            image_height, image_width, from_file) VALUES ('${id(71)}', '${asset.photo}', '${id(70)}', 1, 20, 3, 40, 600, 800, true);
    INSERT INTO tag (id, user_id, name) VALUES ('${tag}', '${ada}', 'Holidays');
    INSERT INTO tag_asset (tag_id, asset_id, file_created_at)
      SELECT '${tag}', id, file_created_at FROM asset WHERE id <> '${asset.embedded}';
    INSERT INTO refused_tag (tag_id, asset_id) VALUES ('${tag}', '${grown.asset.raw}');
    INSERT INTO sidecar_change (asset_id, name, is_added) VALUES ('${grown.asset.raw}', 'Sea', true), ('${grown.asset.raw}', 'Sun', false);
    INSERT INTO album (id, owner_id, album_name, description, album_thumbnail_asset_id)
      VALUES ('${album}', '${ada}', 'Summer', '', '${asset.photo}');
    INSERT INTO album_asset (album_id, asset_id, file_created_at)
      SELECT '${album}', id, file_created_at FROM asset WHERE id IN ('${asset.photo}', '${asset.developed}');
    INSERT INTO album_user (album_id, user_id) VALUES ('${album}', '${cy}');
    INSERT INTO album_user (album_id, user_id) VALUES ('${album}', '${ben}');
    INSERT INTO list_version (list_id, mark) VALUES ('${ada}', -7), ('${album}', 9223372036854775807);
    INSERT INTO asset_job (asset_id, owner_id, name, state, worker_id, attempts, reason, started_at, finished_at) VALUES
      ('${asset.photo}', '${ada}', 'refresh-metadata', 'succeeded', NULL, 1, NULL, now(), now()),
      ('${asset.photo}', '${ada}', 'regenerate-thumbnail', 'queued', NULL, 0, NULL, NULL, NULL),
      ('${asset.video}', '${ada}', 'transcode-video', 'running', '${worker}', 1, NULL, now(), NULL),
      ('${asset.trashed}', '${ada}', 'refresh-metadata', 'failed', NULL, 3, 'too, "large"', now(), now());
    INSERT INTO event (type, asset_id, subject, state) VALUES ('job.finished', '${asset.photo}', 'refresh-metadata', 'failed');
    INSERT INTO file_removal (asset_id, owner_id, original_path) VALUES ('${id(90)}', '${ada}', '/data/upload/a.jpg');
    INSERT INTO export_entry (owner_id, key, album_id) VALUES ('${ada}', '\\x00ff', '${album}'), ('${ada}', sha256('file'), NULL);
    INSERT INTO resumable_upload (id, owner_id, size, metadata, part_ends, stored)
      VALUES ('${id(91)}', '${ada}', 9007199254740991, '{"filename": "a.mp4"}', '{5,9007199254740991}', '{"id": "${asset.photo}"}');
    INSERT INTO resumable_upload (id, owner_id, size, checksum, metadata)
      VALUES ('${id(92)}', '${ada}', 9007199254740991, '\\x00ff', '{"filename": "a.mp4"}');
    INSERT INTO form_upload (id, owner_id, bytes) VALUES ('${id(93)}', '${ada}', 9007199254740991);
    INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name,
                       checksum, file_created_at, file_modified_at, local_date_time, deleted_at) VALUES
      ${assetRow(id(94), 'IMAGE', 'in the trash.jpg', 11, "'2024-03-01Z'")}`,
  trash_clock: `INSERT INTO trash_clock (time, checked_at) VALUES ('2024-05-01Z', '2024-05-01Z')`,
  flags_beside_texts: `INSERT INTO stale_text (asset_id) VALUES ('${grown.asset.photo}')`,
  find_words: `
    INSERT INTO asset_search (asset_id, owner_id, file_created_at, words)
      SELECT id, owner_id, file_created_at, array_to_tsvector('{shot,''a'',2024}') FROM asset WHERE id = '${grown.asset.raw}'`,
  count_facets: `
    INSERT INTO facet_count (owner_id, facet, count, city, country)
      SELECT owner_id, 1, 1, 'Lisbon', 'Portugal' FROM asset WHERE id = '${grown.asset.raw}'`,
  people_who_join: `
    INSERT INTO password (user_id, hash) VALUES ('${ben}', 'scrypt$32768$8$1$c2FsdA$aGFzaA');
    INSERT INTO sign_in_code (code_hash, user_id, is_invitation, expires_at) VALUES
      (sha256('invitation'), '${cy}', true, '2024-05-08Z'), (sha256('set up'), NULL, false, '2024-05-08Z')`,
  passkeys: `
    INSERT INTO passkey (id, user_id, credential_id, public_key, counter, origin, name, used_at) VALUES
      ('${id(97)}', '${ben}', '\\x00ff', '\\xa5', 4294967295, 'https://photos.example.org', 'Phone', '2024-05-01Z')`,
  shared_links: `
    INSERT INTO shared_link (id, user_id, key_hash, album_id, allow_download, allow_upload, show_metadata) VALUES
      ('${grown.link}', '${grown.ada}', sha256('key'), NULL, true, false, true),
      ('${grown.albumLink}', '${grown.ada}', sha256('other'), '${grown.album}', true, true, false);
    INSERT INTO shared_link_asset (link_id, asset_id, file_created_at)
      SELECT '${grown.link}', id, file_created_at FROM asset WHERE id = '${grown.asset.photo}'`,
}

const LIST_TABLES = `
  SELECT relname::text AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY relname`

/** The rows of tables, by the names of tables and columns; values are texts, so that nothing of them is rounded. */
export type Tables = Record<string, Record<string, string | null>[]>

/** Reads all tables of a library. Rows are in the order of their texts. */
export async function readTables(url: string): Promise<Tables> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(LIST_TABLES)
    if (tables.length === 0) return {}
    const reads = tables.map(
      ({ name }) => `
        SELECT '${name}' AS name, coalesce(json_agg(cells ORDER BY cells::text), '[]') AS rows
        FROM "${name}" AS row, LATERAL (SELECT json_object_agg(key, value) AS cells FROM json_each_text(row_to_json(row))) AS read`,
    )
    const { rows } = await client.query<{ name: string; rows: Tables[string] }>(reads.join(' UNION ALL '))
    return Object.fromEntries(rows.map(({ name, rows: held }) => [name, held]))
  } finally {
    await client.end()
  }
}

/** The rows of a library before a migration, after it, and with the additions that follow it. */
export interface Step {
  migration: string
  before: Tables
  after: Tables
  grown: Tables
}

/**
 * Takes an empty database through every migration, with additions after each, so that the next one meets rows in all tables.
 * With `count` it stops after that many, and lacks what `asset.sql` installs.
 */
export async function growLibrary(url: string, count?: number): Promise<Step[]> {
  const steps: Step[] = []
  const migrations = await readMigrations(migrationsFolder)
  let before = await readTables(url)
  for (const { name } of migrations.slice(0, count)) {
    await migrate(url, migrationsFolder, name)
    const after = await readTables(url)
    const added = additions[name.replace(/^\d+_/, '')]
    if (added !== undefined) await query(url, added)
    const grown = await readTables(url)
    steps.push({ migration: name, before, after, grown })
    before = grown
  }
  if (count === undefined) await migrate(url)
  return steps
}

function id(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

function assetRow(assetId: string, type: string, name: string, day: number, deletedAt: string | null = null) {
  return `('${assetId}', '${ada}', '${library}', '${name}', 'camera', '${type}', '/photos/${name}', '${name}',
    substring(sha256('${name}') FOR 20), '2024-01-${day}Z', '2024-02-${day}Z', '2024-01-${day}Z', ${deletedAt})`
}
