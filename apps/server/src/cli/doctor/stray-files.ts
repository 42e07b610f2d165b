import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../config/config.js'
import { ask, type Database } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'
import { openFileStore } from '../../storage/derived-files.js'
import type { FileStore } from '../../storage/file-store.js'
import { openFolder } from '../../storage/folder.js'
import { joinPath } from '../../storage/object-path.js'
import { INCOMING } from '../../uploads/incoming/incoming.js'
import { listKnownPartials } from '../../uploads/resumable/partial-row.js'
import { RESUMABLE } from '../../uploads/resumable/partial-uploads.js'
import type { Reached } from './database.js'
import { type Check, ok, warning } from './finding.js'
import { checkLibrary } from './sampled-files.js'

/**
 * The time limit of the search. It ends before the check does, so that in a large library the result covers the files that were seen.
 */
const LIMIT_MS = 5_000
const AT_ONCE = 1_000
const SHOWN = 3

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/

interface Searched {
  count: number
  strays: string[]
  isWhole: boolean
}

/**
 * Searches for uploads, pictures and videos that belong to no asset or user, for example because a disk was full or missing, or a server was
 * killed.
 */
export function checkStrayFiles(reached: Promise<Reached | null>): Check {
  return checkLibrary(reached, async (database, config) => {
    const searched = await search(database, config)
    const { strays } = searched
    const among = `${searched.isWhole ? '' : 'the first '}${searched.count} files`
    if (strays.length === 0) return ok(`none among ${among}`)
    const rest = strays.length > SHOWN ? ` and ${strays.length - SHOWN} more` : ''
    return warning(
      `${strays.length} of ${among} belong to no asset or user: ${strays.slice(0, SHOWN).join(', ')}${rest}`,
      'Delete them to free the space, unless the database was restored from an older backup than the files.',
    )
  })
}

async function search(database: Database, config: Config): Promise<Searched> {
  const derived = await openFileStore(config)
  const folder = openFolder(await realpath(config.uploads.folder).catch(() => config.uploads.folder))
  const { bucket } = config.uploads
  const uploads = bucket === null ? [folder] : [folder, await openFileStore({ ...config, bucket })]
  const searchNamed = (place: FileStore, key: string, select = selectStrays) =>
    searchKeys(place.list(key), async (keys) => toPaths(place.name, await select(database, keys)))
  try {
    const searches = await Promise.all([
      searchNamed(derived, 'thumbs'),
      searchNamed(derived, 'encoded-video'),
      searchNamed(derived, 'profile', selectStrayProfiles),
      ...uploads.flatMap((place) => [
        searchNamed(place, '.motion'),
        // Those of the folder are removed after a day.
        ...(place === folder ? [] : [searchNamed(place, RESUMABLE, selectStrayParts)]),
        searchKeys(ofUsers(place.list('')), (keys) => selectStrayUploads(database, place.name, keys)),
      ]),
    ])
    return {
      count: searches.reduce((sum, { count }) => sum + count, 0),
      strays: searches.flatMap(({ strays }) => strays),
      isWhole: searches.every(({ isWhole }) => isWhole),
    }
  } finally {
    for (const place of [derived, ...uploads]) place.close()
  }
}

async function searchKeys(
  keys: AsyncIterable<string>,
  select: (keys: string[]) => Promise<string[]>,
): Promise<Searched> {
  const until = Date.now() + LIMIT_MS
  const strays: string[] = []
  let count = 0
  let batch: string[] = []
  for await (const key of keys) {
    if (batch.push(key) < AT_ONCE) continue
    strays.push(...(await select(batch)))
    count += batch.length
    batch = []
    if (Date.now() > until) return { count, strays, isWhole: false }
  }
  strays.push(...(await select(batch)))
  return { count: count + batch.length, strays, isWhole: true }
}

/**
 * Selects the keys that begin with the id of an asset that no longer exists. Files that are about to be removed are left out.
 */
async function selectStrays(database: Database, keys: string[]): Promise<string[]> {
  const ids = keys.map((key) => UUID.exec(basename(key))?.[0] ?? null)
  const strays = await ask<{ key: string }>(
    database,
    Prisma.sql`
      SELECT key FROM unnest(${keys}::text[], ${ids}::uuid[]) AS file (key, id)
      WHERE id IS NOT NULL
        AND NOT EXISTS (SELECT FROM asset WHERE asset.id = file.id AND removed_at IS NULL)
        AND NOT EXISTS (SELECT FROM file_removal WHERE asset_id = file.id)
        AND NOT EXISTS (SELECT FROM asset_job WHERE asset_id = file.id AND state = 'running')`,
  )
  return strays.map(({ key }) => key)
}

/** A picture of a user is made and recorded within this time. */
const RECORDED_MS = 600_000

/** Selects the pictures that no user has, but none that may be about to be recorded. */
async function selectStrayProfiles(database: Database, keys: string[]): Promise<string[]> {
  const before = Date.now() - RECORDED_MS
  const old = keys.filter((key) => toTime(basename(key)) < before)
  const strays = await ask<{ key: string }>(
    database,
    Prisma.sql`
      SELECT key FROM unnest(${old}::text[]) AS file (key)
      WHERE NOT EXISTS (SELECT FROM "user" WHERE profile_image_path = key)`,
  )
  return strays.map(({ key }) => key)
}

/** Returns the time at which an id was made, in milliseconds (RFC 9562, 5.7). */
function toTime(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

/** Selects the parts in a bucket whose upload is no longer stored. */
async function selectStrayParts(database: Database, keys: string[]): Promise<string[]> {
  const toId = (key: string) => UUID.exec(basename(dirname(key)))?.[0] ?? ''
  const known = await listKnownPartials(database, keys.map(toId).filter(Boolean))
  return keys.filter((key) => toId(key) !== '' && !known.has(toId(key)))
}

/** Selects the keys of uploads. A bucket may also contain derived files. */
async function* ofUsers(keys: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const key of keys) if (UUID.test(key)) yield key
}

/** Selects the files of uploads that belong to no asset, are not being added, and are not about to be removed. */
async function selectStrayUploads(database: Database, folder: string, keys: string[]): Promise<string[]> {
  // The folder is read before the database: a file is in its place for a moment before it is recorded.
  const adding = new Set(await readIncoming(folder))
  const uploads = keys.flatMap((key) => {
    const ownerId = UUID.exec(key)?.[0]
    const isBeingAdded = adding.has(`${ownerId}.${basename(dirname(key))}`)
    return ownerId === undefined || isBeingAdded ? [] : [{ ownerId, path: joinPath(folder, key) }]
  })
  const strays = await ask<{ path: string }>(
    database,
    Prisma.sql`
      SELECT path FROM unnest(${uploads.map(({ path }) => path)}::text[], ${uploads.map(({ ownerId }) => ownerId)}::uuid[])
        AS file (path, owner_id)
      WHERE NOT EXISTS (
          SELECT FROM asset
          WHERE asset.owner_id = file.owner_id AND original_path IN (path, regexp_replace(path, '\\.xmp$', ''))
        )
        AND NOT EXISTS (
          SELECT FROM file_removal WHERE original_path IN (path, regexp_replace(path, '\\.xmp$', ''))
        )`,
  )
  return strays.map(({ path }) => path)
}

/** Lists the names of the uploads that are being added: the owner and the upload. */
async function readIncoming(folder: string): Promise<string[]> {
  const marks = await readdir(join(folder, INCOMING)).catch(() => [])
  const names = await Promise.all(marks.map((mark) => readdir(join(folder, INCOMING, mark)).catch(() => [])))
  return names.flat()
}

function toPaths(folder: string, keys: string[]): string[] {
  return keys.map((key) => joinPath(folder, key))
}
