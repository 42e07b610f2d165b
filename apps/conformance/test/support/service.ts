import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeApiKey } from '@media-library/server/api-key'
import { readConfig } from '@media-library/server/config'
import { type OpenContext, openContext } from '@media-library/server/context'
import { readAddress } from './address.js'

/** A service that runs for all tests, with a library of two users. */
export interface Service {
  url: string
  /** The key of a user with all permissions. */
  apiKey: string
  /** The id of another user. */
  otherUserId: string
  /** The ids of the user's assets, all of which have the tag. */
  assetIds: string[]
  tagId: string
  /** A person whom the first two assets show, with a picture. */
  personId: string
}

interface StartedService extends Service {
  /** Runs a command of the service beside it. Returns its output. */
  run(...args: string[]): Promise<string>
  stop(): Promise<void>
}

/** The folder of an installed server, which then answers in place of the one here. */
const { PATH = '', PACKED_SERVER } = process.env
const program =
  PACKED_SERVER === undefined
    ? createRequire(import.meta.url).resolve('@media-library/server/main')
    : join(PACKED_SERVER, 'dist/main.js')

/** The settings with which a busy machine answers every request. */
const patience = { DATABASE_WAIT_SECONDS: '20', DATABASE_STATEMENT_SECONDS: '20' }

/** Starts the built service as a process, on a database of its own, until it is stopped. */
export async function startService(settings: Record<string, string>): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const context = await openContext(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const library = await addLibrary(context, folder)
  const env = {
    PATH,
    DATABASE_URL: context.url,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...patience,
    ...settings,
  }
  const child = spawn(process.execPath, [program, 'serve', '--no-worker'], {
    env: { ...env, OAUTH_CONFIG_SUNSET: '2099-12-31' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await readAddress(child, /(http:\/\/127\.0\.0\.1:\d+)\s/)
  return {
    url,
    ...library,
    run: async (...args) => (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout,
    stop: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function addLibrary(context: OpenContext, folder: string): Promise<Omit<Service, 'url'>> {
  const { database } = context
  const ada = await database.user.create({ data: { email: 'ada@example.org', name: 'Ada', isAdmin: true } })
  const ben = await database.user.create({ data: { email: 'ben@example.org', name: 'Ben' } })
  const profileImagePath = `profile/${ben.id}/${ben.id}.jpeg`
  await write(join(folder, profileImagePath))
  await database.user.update({ where: { id: ben.id }, data: { profileImagePath } })
  const library = await database.library.create({
    data: { ownerId: ada.id, name: 'Photos', importPath: join(folder, 'photos') },
  })
  const tag = await database.tag.create({ data: { userId: ada.id, name: 'Holiday' } })
  const day = new Date('2024-07-14T16:21:08.000Z')
  const assetIds: string[] = []
  for (const position of [1, 2, 3]) {
    const originalPath = join(folder, 'photos', `${position}.jpg`)
    await write(originalPath)
    const asset = await database.asset.create({
      data: {
        ownerId: ada.id,
        libraryId: library.id,
        deviceAssetId: `${position}.jpg`,
        deviceId: 'conformance',
        type: 'IMAGE',
        originalPath,
        originalFileName: `${position}.jpg`,
        checksum: createHash('sha1').update(content).digest(),
        fileCreatedAt: day,
        fileModifiedAt: day,
        localDateTime: day,
        // The picture of the last one is still being made.
        resized: position < 3,
        tags: { create: { tagId: tag.id } },
      },
    })
    if (!asset.resized) {
      const job = { assetId: asset.id, name: 'regenerate-thumbnail', ownerId: ada.id }
      await database.assetJob.create({ data: job })
    }
    assetIds.push(asset.id)
    await write(join(folder, 'thumbs', ada.id, asset.id.slice(-4, -2), asset.id.slice(-2), `${asset.id}.webp`))
  }
  return {
    apiKey: await addKey(context, ada.id),
    otherUserId: ben.id,
    assetIds,
    tagId: tag.id,
    personId: await addPerson(context, folder, { ownerId: ada.id, assetIds: assetIds.slice(0, 2) }),
  }
}

async function addPerson(
  { database }: OpenContext,
  folder: string,
  { ownerId, assetIds }: { ownerId: string; assetIds: string[] },
): Promise<string> {
  const box = { boundingBoxX1: 1, boundingBoxX2: 2, boundingBoxY1: 1, boundingBoxY2: 2, imageHeight: 4, imageWidth: 4 }
  const faces = { create: assetIds.map((assetId) => ({ assetId, ...box })) }
  const coverAssetId = assetIds[0] ?? null
  const { id } = await database.person.create({ data: { ownerId, name: 'Ada', coverAssetId, faces } })
  const thumbnailPath = `thumbs/${ownerId}/${coverAssetId}-${id}.jpeg`
  await write(join(folder, thumbnailPath))
  await database.person.update({ where: { id }, data: { thumbnailPath } })
  return id
}

/** The shortest file that begins like a JPEG. */
const content = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

async function write(path: string) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

async function addKey({ database }: OpenContext, userId: string) {
  const { id, key, secretHash } = makeApiKey()
  await database.apiKey.create({ data: { id, userId, name: 'conformance', secretHash, scopes: ['all'] } })
  return key
}
