import { access, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { listAlbums } from '../../albums/album.js'
import { listAssets } from '../../assets/asset.js'
import { ask } from '../../database/ask.js'
import type { PrismaDatabase } from '../../database/connect.js'
import { Prisma, type User } from '../../generated/prisma/client.js'
import { listCountedTags } from '../../tags/tag.js'
import { findUserByEmail } from '../../users/user.js'
import { findKeptApiKey } from './kept-api-key.js'

const ASSETS = 3

export const emails = { ada: 'ada@example.com', ben: 'ben@example.com' }

/** The part of the demo library that the start prints. The key, tag, album and assets belong to Ada. */
export interface DemoLibrary {
  apiKey: string
  ada: User
  ben: User
  tag: { id: string; name: string }
  album: { id: string; albumName: string }
  /** The ids of a few of her newest assets. */
  assetIds: string[]
}

export interface DemoPlace {
  database: PrismaDatabase
  dataDir: string
}

/** Reads the demo library; null when there is none, when it is incomplete, or when something was removed from it. */
export async function readDemoLibrary({ database, dataDir }: DemoPlace): Promise<DemoLibrary | null> {
  const files = demoFiles(dataDir)
  if (await exists(files.unfinished)) return null
  const ada = await findUserByEmail(database, emails.ada)
  const ben = await findUserByEmail(database, emails.ben)
  if (ada?.deletedAt !== null || ben?.deletedAt !== null) return null
  const apiKey = await findKeptApiKey(database, files.apiKey, ada.id)
  const tags = (await listCountedTags(database, ada.id)).filter((tag) => tag._count.assets > 0)
  const tag = tags.find(({ name }) => name === 'beach') ?? tags[0]
  const [album] = await listAlbums(database, ada.id)
  const assets = await listAssets(database, { ownerId: ada.id }, ASSETS)
  if (!apiKey || !tag || !album || assets.length === 0) return null
  return { apiKey, ada, ben, tag, album, assetIds: assets.map(({ id }) => id) }
}

/** Returns whether a library has other photos, videos or sound files than those of the demo. */
export async function hasOwnAssets({ database, dataDir }: DemoPlace): Promise<boolean> {
  const { photos } = demoFiles(dataDir)
  const ofDemo = `${await realpath(photos).catch(() => photos)}${sep}`
  // Each start of a service checks this, and the engine of Prisma takes tens of megabytes.
  const found = await ask(
    database,
    Prisma.sql`SELECT id FROM asset WHERE NOT starts_with(original_path, ${ofDemo}) LIMIT 1`,
  )
  return found.length > 0
}

/** Returns the paths of the demo in the data folder. */
export function demoFiles(dataDir: string) {
  const folder = join(dataDir, 'demo')
  const photos = join(folder, 'photos')
  return {
    folder,
    photos,
    photosOfAda: join(photos, 'ada'),
    photosOfBen: join(photos, 'ben'),
    apiKey: join(folder, 'api-key'),
    lock: join(folder, 'lock'),
    /** The marker exists while the demo is being created, and remains after an interruption. */
    unfinished: join(folder, 'unfinished'),
  }
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
