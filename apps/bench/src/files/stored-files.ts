import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { GeneratedLibrary } from '../generated-library.js'

/** The files that both sides send: their paths in the service, and beneath the folder of the library. */
export interface StoredFiles {
  paths: string[]
  filePaths: string[]
}

const THUMBNAILS = 100
const ORIGINALS = 20

/** The first bytes of a JPEG. */
export const jpegStart = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')

/** The first bytes of an MP4. */
export const mp4Start = Buffer.from('\0\0\0\u0018ftypisom\0\0\0\0isommp42', 'latin1')

/** Creates thumbnails of that many bytes, as jobs would. */
export async function storeThumbnails(library: GeneratedLibrary, bytes: number): Promise<StoredFiles> {
  const ids = library.assetIds.slice(0, THUMBNAILS)
  const { rows } = await library.pool.query<{ owner_id: string }>('SELECT owner_id FROM library')
  const filePaths = ids.map((id) =>
    join('thumbs', String(rows[0]?.owner_id), id.slice(-4, -2), id.slice(-2), `${id}.webp`),
  )
  for (const path of filePaths) await store(library, path, randomBytes(bytes))
  return { paths: ids.map((id) => `/api/asset/thumbnail/${id}`), filePaths }
}

/** Creates photos or videos of that many bytes, as an import would find them. */
export async function storeOriginals(
  library: GeneratedLibrary,
  bytes: number,
  { name, start } = { name: 'photo.jpg', start: jpegStart },
): Promise<StoredFiles> {
  // A path can be imported only once.
  const folder = randomUUID()
  const filePaths = Array.from({ length: ORIGINALS }, (_, index) => join('originals', folder, `${index}-${name}`))
  for (const path of filePaths)
    await store(library, path, Buffer.concat([start, randomBytes(bytes)]).subarray(0, bytes))
  const ids = await library.addPhotos(filePaths.map((path) => join(library.env.DATA_DIR, path)))
  return { paths: ids.map((id) => `/api/asset/file/${id}`), filePaths }
}

async function store({ env }: GeneratedLibrary, path: string, content: Buffer) {
  const whole = join(env.DATA_DIR, path)
  await mkdir(dirname(whole), { recursive: true })
  await writeFile(whole, content)
}
