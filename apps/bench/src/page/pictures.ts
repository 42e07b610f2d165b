import { link, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Library } from '../library.js'

const demoFolder = fileURLToPath(new URL('../demo/', import.meta.resolve('@media-library/server/main')))
/** The years over which the pictures are spread, with more on one day in seven. */
const YEARS = 20
const PICTURES_A_STATEMENT = 20_000

const insertPictures = `
  WITH variant AS (
    SELECT * FROM unnest($1::int[], $2::int[], $3::bytea[]) WITH ORDINALITY AS variant (width, height, thumbhash, position)
  ), created AS (
    INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name,
      checksum, file_created_at, file_modified_at, local_date_time, resized, thumbhash)
    SELECT uuidv7(), library.owner_id, library.id, n, 'bench', 'IMAGE', '/pictures/' || n || '.jpg', n || '.jpg',
      substr(sha256(convert_to(n::text, 'UTF8')), 1, 20), taken, taken, taken, true, variant.thumbhash
    FROM library, generate_series($4::int, $5::int) AS n
      JOIN variant ON variant.position = 1 + n % cardinality($1),
      LATERAL (SELECT (n::float8 / $6 * 365.25 * ${YEARS})::int AS day) AS spread,
      LATERAL (SELECT timestamptz '2005-01-01 08:00Z' + make_interval(days => CASE WHEN n % 3 = 0 THEN day - day % 7 ELSE day END)
        + n % 600 * interval '1 minute' AS taken) AS moment
    RETURNING id, device_asset_id::int AS n
  ), described AS (
    INSERT INTO exif (asset_id, exif_image_width, exif_image_height, file_size_in_byte)
    SELECT created.id, variant.width, variant.height, 3000000
    FROM created JOIN variant ON variant.position = 1 + created.n % cardinality($1)
  )
  SELECT id, n FROM created`

/** Adds that many pictures, whose thumbnails repeat those of the demo. */
export async function hangPictures({ pool, env }: Library, count: number): Promise<void> {
  const thumbnails = join(env.DATA_DIR, 'thumbs')
  const variants = await drawThumbnails(join(thumbnails, 'demo'))
  const { rows: owners } = await pool.query<{ owner_id: string }>('SELECT owner_id FROM library')
  const limit = pLimit(64)
  for (let first = 1; first <= count; first += PICTURES_A_STATEMENT) {
    const { rows } = await pool.query<{ id: string; n: number }>(insertPictures, [
      variants.map(({ width }) => width),
      variants.map(({ height }) => height),
      variants.map(({ thumbhash }) => thumbhash),
      first,
      Math.min(count, first + PICTURES_A_STATEMENT - 1),
      count,
    ])
    await limit.map(rows, async ({ id, n }) => {
      const path = join(thumbnails, String(owners[0]?.owner_id), id.slice(-4, -2), id.slice(-2), `${id}.webp`)
      await mkdir(dirname(path), { recursive: true })
      await link(variants[n % variants.length]?.path ?? '', path)
    })
  }
  await pool.query('VACUUM ANALYZE')
}

/** Draws the thumbnail of each photo of the demo, as the job does. */
async function drawThumbnails(folder: string) {
  await mkdir(folder, { recursive: true })
  const photos = (await readdir(demoFolder, { recursive: true })).filter((path) => path.endsWith('.jpg'))
  return Promise.all(
    photos.sort().map(async (photo, index) => {
      const path = join(folder, `${index}.webp`)
      const image = sharp(join(demoFolder, photo)).autoOrient()
      const { width, height } = await image.clone().resize(250, 250, { fit: 'outside' }).webp().toFile(path)
      const { data, info } = await image
        .resize(100, 100, { fit: 'inside' })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { path, width, height, thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)) }
    }),
  )
}
