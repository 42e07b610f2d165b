import { copyFile, link, mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrismaDatabase } from '../../../src/database/connect.js'
import { makeJpeg } from '../../fixtures/photo.js'

const IN_A_FOLDER = 100

/** File systems allow a file some 65,000 names. */
const LINKS_OF_A_FILE = 60_000

/** Fills a folder with photos, 100 in each subfolder. Many names share a file, so that a million need little of the disk. */
export async function fillLargeFolder(folder: string, files: number): Promise<void> {
  const source = join(folder, '.source')
  const takenAt = new Date('2024-01-01T00:00:00Z')
  await writeFile(source, await makeJpeg())
  await utimes(source, takenAt, takenAt)
  let linked = source
  for (let start = 0; start < files; start += IN_A_FOLDER) {
    const [subfolder, number] = [join(folder, String(start / IN_A_FOLDER)), start / IN_A_FOLDER]
    if ((number * IN_A_FOLDER) % LINKS_OF_A_FILE === 0) {
      linked = join(folder, `.source-${number}`)
      await copyFile(source, linked)
      await utimes(linked, takenAt, takenAt)
    }
    await mkdir(subfolder)
    for (let at = 0; at < Math.min(IN_A_FOLDER, files - start); at += 1)
      await link(linked, join(subfolder, `IMG_${at}.jpg`))
  }
}

/** Records the files of such a folder, without the texts of their assets, which would take minutes and are not read. */
export async function recordLargeFolder(
  database: PrismaDatabase,
  { folder, files, ownerId, libraryId }: { folder: string; files: number; ownerId: string; libraryId: string },
): Promise<void> {
  const { size, mtime } = await stat(join(folder, '0/IMG_0.jpg'))
  await database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SET LOCAL session_replication_role = replica`
      await transaction.$executeRaw`SET LOCAL statement_timeout = 0`
      await transaction.$executeRaw`
        INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name,
          checksum, file_created_at, file_modified_at, local_date_time)
        SELECT lpad(to_hex(number), 32, '0')::uuid, ${ownerId}::uuid, ${libraryId}::uuid, name, 'Library Import', 'IMAGE',
          concat(${folder}::text, '/', number / ${IN_A_FOLDER}::int, '/', name), name, decode(lpad(to_hex(number), 40, '0'), 'hex'), ${mtime}, ${mtime}, ${mtime}
        FROM generate_series(0, ${files}::int - 1) AS number,
          LATERAL (SELECT concat('IMG_', number % ${IN_A_FOLDER}::int, '.jpg') AS name) AS named`
      await transaction.$executeRaw`
        INSERT INTO exif (asset_id, file_size_in_byte)
        SELECT id, ${size} FROM asset WHERE library_id = ${libraryId}::uuid`
    },
    { timeout: 600_000 },
  )
  await database.$executeRaw`ANALYZE asset, exif`
}
