import { copyFile, mkdir, realpath, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listAlbums } from '../../albums/album.js'
import { writeAlbum } from '../../albums/create-album.js'
import { listAssets } from '../../assets/asset.js'
import type { PrismaDatabase } from '../../database/connect.js'
import { withLock } from '../../database/embedded.js'
import { UserError } from '../../errors.js'
import type { User } from '../../generated/prisma/client.js'
import { importFolder } from '../../import/import-folder.js'
import { addTag } from '../../tags/create-tag.js'
import { assignTagByPath, findTagByName } from '../../tags/tag.js'
import { createUser, findUserByEmail, hasUsers } from '../../users/user.js'
import { keepApiKey, renewApiKey } from './kept-api-key.js'
import { folder, pictures } from './pictures.js'
import { type DemoLibrary, type DemoPlace, demoFiles, emails, exists, readDemoLibrary } from './read-library.js'

export type { DemoLibrary, DemoPlace }
export { readDemoLibrary }

export interface DemoOptions extends DemoPlace {
  /** Called with messages about the progress. */
  onProgress?: (line: string) => void
  /** Interrupts the work, which the next start continues. */
  signal?: AbortSignal | undefined
}

/**
 * Creates the demo library, or completes one whose creation was interrupted: two users, their pictures in
 * `<dataDir>/demo/photos`, tags, an album, and a key for 30 days, whose text is stored in `<dataDir>/demo/api-key`. Throws the reason of
 * the aborted signal.
 */
export async function makeDemoLibrary(options: DemoOptions): Promise<DemoLibrary> {
  const { database, dataDir, onProgress, signal } = options
  const files = demoFiles(dataDir)
  await mkdir(files.folder, { recursive: true })
  await writeFile(files.unfinished, '')
  onProgress?.('Creating a demo library. Set MEDIA_LIBRARY_DEMO=false to start without one.')
  await copyPictures(files.photos, signal)
  const ada = await requireUser(database, emails.ada, 'Ada Example')
  const ben = await requireUser(database, emails.ben, 'Ben Example')
  await importPhotos(options, ada, files.photosOfAda)
  await importPhotos(options, ben, files.photosOfBen)
  await assignTags(database, ada, files.photos)
  await makeAlbum(database, ada)
  await keepApiKey(database, files.apiKey, ada.id)
  await rm(files.unfinished)
  const demo = await readDemoLibrary({ database, dataDir })
  if (!demo) throw new Error(`the demo library in ${files.folder} was changed while it was being created`)
  return demo
}

/** Creates the demo library when the library has no users, or completes it after an interruption. Returns null when it was removed. */
export async function openDemoLibrary(options: DemoOptions): Promise<DemoLibrary | null> {
  const { database, dataDir } = options
  const { folder, lock, unfinished, apiKey } = demoFiles(dataDir)
  // The order matters: the marker is written before the users, and removed last.
  const isDue = async () => !(await hasUsers(database)) || (await exists(unfinished))
  if (!(await isDue())) {
    await renewApiKey(database, apiKey)
    return readDemoLibrary(options)
  }
  await mkdir(folder, { recursive: true })
  return withLock(folder, lock, async () => ((await isDue()) ? makeDemoLibrary(options) : readDemoLibrary(options)))
}

async function requireUser(database: PrismaDatabase, email: string, name: string): Promise<User> {
  const user = (await findUserByEmail(database, email)) ?? (await createUser(database, { email, name, isAdmin: false }))
  if (user?.deletedAt === null) return user
  throw new UserError(
    `the demo library cannot be finished: ${email} is disabled. \`media-library user enable ${email}\` lets the user in again.`,
  )
}

async function importPhotos({ database, signal }: DemoOptions, { id: ownerId }: User, folder: string): Promise<void> {
  const { failures } = await importFolder({ database, ownerId, folder, signal })
  signal?.throwIfAborted()
  const [failure] = failures
  if (failure)
    throw new UserError(`the demo photo ${failure.path} cannot be read: ${failure.reason}. Remove it, and start again.`)
}

async function assignTags(database: PrismaDatabase, { id: userId }: User, folder: string): Promise<void> {
  for (const [name, paths] of tagsIn(await realpath(folder))) {
    const tag =
      (await findTagByName(database, userId, name)) ?? (await addTag(database, { userId, name, type: 'CUSTOM' }))
    if (!tag || tag === 'taken') continue
    for (const path of paths) await assignTagByPath(database, { tagId: tag.id, ownerId: userId, isNoted: false }, path)
  }
}

/** Returns the tags of Ada's pictures, each with the paths of its pictures. */
function tagsIn(folder: string): Map<string, string[]> {
  const tags = new Map<string, string[]>()
  for (const { path, tags: names } of pictures.filter(({ path }) => path.startsWith('ada/'))) {
    for (const name of names) tags.set(name, [...(tags.get(name) ?? []), join(folder, path)])
  }
  return tags
}

async function makeAlbum(database: PrismaDatabase, owner: User): Promise<void> {
  if ((await listAlbums(database, owner.id)).length > 0) return
  const assets = await listAssets(database, { ownerId: owner.id }, 12)
  const assetIds = assets.map(({ id }) => id)
  await writeAlbum(database, { owner, albumName: 'Around the world', assetIds, sharedUserIds: [] })
}

/** Copies the missing pictures into a folder, each with its time of capture. Each file appears completely or not at all. */
async function copyPictures(target: string, signal?: AbortSignal): Promise<void> {
  for (const { path, takenAt } of pictures) {
    signal?.throwIfAborted()
    await copyPicture(join(folder, path), join(target, path), new Date(takenAt))
  }
}

async function copyPicture(source: string, target: string, takenAt: Date): Promise<void> {
  if (await exists(target)) return
  await mkdir(dirname(target), { recursive: true })
  const unfinished = `${target}.unfinished`
  await copyFile(source, unfinished)
  await utimes(unfinished, takenAt, takenAt)
  await rename(unfinished, target)
}
