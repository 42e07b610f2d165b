import { type Library, openLibrary } from './library.js'

/** A large library with EXIF, tags, people, and users to share with. */
export interface GeneratedLibrary extends Library {
  /** The ids of all assets, oldest first. */
  assetIds: string[]
  userIds: string[]
  /** The ids of tags by their number of assets. */
  tags: Map<number, string>
  /** Adds assets until the library has that many. */
  growTo(count: number): Promise<void>
  /** Adds a tag to that many assets, spread over the library. */
  addTag(count: number): Promise<string>
}

/** The number of assets that have tags and for which jobs are requested in the usual scenarios. */
export const EVERYDAY_ASSETS = 20_000
const EVERYDAY_TAGS = 50
const USERS = 50

/** The number of assets that a statement inserts well within its time limit. */
const ASSETS_A_STATEMENT = 20_000

/**
 * Inserts assets, some of them archived, favourites or videos. Every 10th has a face, and every 500th begins a stack of three.
 */
const insertAssets = `
  WITH created AS (
    INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name,
      checksum, file_created_at, file_modified_at, local_date_time, duration, is_favorite, is_archived, resized, thumbhash)
    SELECT uuidv7(), library.owner_id, library.id, 'IMG_' || n, 'camera', (CASE WHEN n % 15 = 0 THEN 'VIDEO' ELSE 'IMAGE' END)::asset_type,
      '/photos/' || n / 1000 || '/IMG_' || n || '.jpg', 'IMG_' || n || '.jpg',
      substr(sha256(convert_to(n::text, 'UTF8')), 1, 20),
      taken, taken + interval '1 hour', taken + interval '2 hours', CASE WHEN n % 15 = 0 THEN '00:00:12.345' END,
      n % 9 = 0, n % 40 = 0, true, substr(sha256(convert_to(n::text, 'UTF8')), 1, 25)
    FROM library, generate_series($1::int, $2::int) AS n,
      LATERAL (SELECT timestamptz '2015-01-01Z' + n * interval '4 minutes 7.123 seconds' AS taken) AS moment
    RETURNING id, file_created_at
  ), numbered AS (
    SELECT id, file_created_at, $1 - 1 + row_number() OVER (ORDER BY id) AS n FROM created
  ), described AS (
    INSERT INTO exif (asset_id, city, country, date_time_original, description, exif_image_height, exif_image_width,
      exposure_time, f_number, file_size_in_byte, focal_length, iso, latitude, lens_model, longitude, make, model,
      modify_date, orientation, state, time_zone)
    SELECT id, 'Paris', 'France', file_created_at, 'A walk along the river, number ' || n, 3024, 4032, '1/' || 50 + n % 200,
      1.8, 2000000 + n, 4.25, 50 + n % 800, 48 + n % 1000 / 1000.0, 'Wide lens 4.25 mm f/1.8', 2 + n % 1000 / 1000.0,
      'Example', 'Phone 12', file_created_at, '1', 'Ile-de-France', 'UTC+2'
    FROM numbered
  ), recognized AS (
    INSERT INTO smart_info (asset_id, objects, tags) SELECT id, '{boat,person}', '{outdoor}' FROM numbered WHERE n % 20 = 0
  )
  INSERT INTO asset_face (id, asset_id, person_id, bounding_box_x1, bounding_box_x2, bounding_box_y1, bounding_box_y2,
    image_height, image_width)
  SELECT uuidv7(), numbered.id, person.id, 100 + n % 500, 400 + n % 500, 100, 500, 1080, 1440
  FROM numbered JOIN (SELECT id, row_number() OVER (ORDER BY id) AS position FROM person) AS person
    ON person.position = 1 + n / 10 % 30
  WHERE n % 10 = 0`

const insertStacks = `
  WITH numbered AS (
    SELECT id, owner_id, row_number() OVER (ORDER BY id) AS n FROM asset
  ), created AS (
    INSERT INTO stack (id, owner_id, primary_asset_id)
    SELECT uuidv7(), owner_id, id FROM numbered WHERE n % 500 = 1 AND n BETWEEN $1 AND $2
    RETURNING id, primary_asset_id
  )
  UPDATE asset SET stack_id = created.id
  FROM created JOIN numbered AS first ON first.id = created.primary_asset_id, generate_series(0, 2) AS step, numbered AS member
  WHERE member.n = first.n + step AND asset.id = member.id`

const insertPeople = `
  INSERT INTO person (id, owner_id, name, birth_date, is_hidden)
  SELECT uuidv7(), "user".id, 'Person ' || n, date '1970-01-01' + (n * 300)::int, n % 10 = 0
  FROM "user", generate_series(1, 30) AS n`

const insertUsers = `
  INSERT INTO "user" (id, email, name)
  SELECT uuidv7(), 'friend-' || n || '@example.org', 'Friend ' || n FROM generate_series(1, $1::int) AS n
  RETURNING id`

const insertTag = `
  WITH created AS (
    INSERT INTO tag (id, user_id, name) SELECT uuidv7(), owner_id, $1 FROM library RETURNING id
  ), placed AS (
    INSERT INTO tag_asset (tag_id, asset_id)
    SELECT created.id, chosen.id
    FROM created, (
      SELECT id FROM (SELECT id FROM asset ORDER BY id LIMIT $3) AS eligible ORDER BY hashtext(id || $1) LIMIT $2
    ) AS chosen
  )
  SELECT id FROM created`

/** The numbers from 10 to 10,000 in even logarithmic steps, including 100 and 1,000. */
const everydaySizes = Array.from({ length: EVERYDAY_TAGS }, (_, index) => {
  const size = Math.round(10 ** (1 + (3 * index) / (EVERYDAY_TAGS - 1)))
  return index === 16 ? 100 : index === 33 ? 1_000 : size
})

/** Generates a library of that many assets in an empty folder. It takes seconds, and only the ids differ each time. */
export const generateLibrary = async (folder: string, assetCount: number): Promise<GeneratedLibrary> => {
  const library = await openLibrary(folder)
  const { pool } = library
  await pool.query(insertPeople)
  const { rows: users } = await pool.query<{ id: string }>(insertUsers, [USERS])
  const assetIds: string[] = []
  const tags = new Map<number, string>()
  let tagCount = 0

  const putTag = async (count: number, among: number): Promise<string> => {
    tagCount += 1
    const { rows } = await pool.query<{ id: string }>(insertTag, [`tag ${tagCount}`, count, among])
    const id = rows[0]?.id as string
    tags.set(count, id)
    return id
  }
  const settle = async () => {
    await pool.query('VACUUM ANALYZE')
    await pool.query('CHECKPOINT')
  }
  const growTo = async (count: number) => {
    if (count <= assetIds.length) return
    for (let first = assetIds.length + 1; first <= count; first += ASSETS_A_STATEMENT) {
      await pool.query(insertAssets, [first, Math.min(count, first + ASSETS_A_STATEMENT - 1)])
    }
    await pool.query(insertStacks, [assetIds.length + 1, count - 2])
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM asset ORDER BY id OFFSET $1', [assetIds.length])
    for (const { id } of rows) assetIds.push(id)
    await settle()
  }

  await growTo(assetCount)
  const everyday = Math.min(assetCount, EVERYDAY_ASSETS)
  for (const size of everydaySizes) await putTag(Math.min(size, everyday), everyday)
  if (assetCount > EVERYDAY_ASSETS) await putTag(assetCount, assetCount)
  await settle()

  return {
    ...library,
    assetIds,
    userIds: users.map(({ id }) => id),
    tags,
    growTo,
    addTag: async (count) => {
      const id = await putTag(count, assetIds.length)
      await settle()
      return id
    },
  }
}
