import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { ask, type Queryable } from '../../../src/database/ask.js'
import type { PrismaDatabase } from '../../../src/database/connect.js'
import { transact } from '../../../src/database/transaction.js'
import { type Album, type Asset, Prisma, type Tag, type User } from '../../../src/generated/prisma/client.js'
import { hashKey } from '../../../src/shared-links/link.js'
import { makeApiKey } from '../../../src/users/credential.js'
import { LONG_TRANSACTION } from '../until.js'

/** A user who can call the service with `apiKey`. */
export type TestUser = User & { apiKey: string; libraryId: string }

/**
 * What was made so far by all the test files of a process, which share this module. Every asset is taken in January 2024: a
 * month has room for two million, a second apart.
 */
let count = 0

export async function createKey(
  database: PrismaDatabase,
  userId: string,
  { scopes = ['all'], expiresAt = null }: { scopes?: string[]; expiresAt?: Date | null } = {},
): Promise<string> {
  const { id, key, secretHash } = makeApiKey()
  await database.apiKey.create({ data: { id, userId, name: 'test', secretHash, scopes, expiresAt } })
  return key
}

/** Creates a session that does not expire within a minute. */
export function createSession(
  database: PrismaDatabase,
  user: Pick<User, 'id'>,
  overrides: Partial<Prisma.SessionUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const expiresAt = new Date(Date.now() + 60_000)
  const session = { id: randomUUID(), userId: user.id, secretHash: randomBytes(32), userAgent: '', expiresAt }
  return database.session.create({ data: { ...session, ...overrides } })
}

/** Creates a passkey of a device that nobody has. */
export function createPasskey(database: PrismaDatabase, { id: userId }: Pick<User, 'id'>): Promise<{ id: string }> {
  const passkey = { id: randomUUID(), credentialId: randomBytes(16), publicKey: randomBytes(77), counter: 0 }
  const origin = 'https://photos.example.org'
  return database.passkey.create({ data: { ...passkey, userId, origin, name: 'Phone' }, select: { id: true } })
}

export async function createUser(
  database: PrismaDatabase,
  overrides: Partial<Prisma.UserUncheckedCreateInput> = {},
): Promise<TestUser> {
  const email = `user-${next()}@example.org`
  const user = await database.user.create({ data: { email, name: email, ...overrides } })
  const library = await database.library.create({ data: { ownerId: user.id, name: 'Photos', importPath: '/photos' } })
  return { ...user, apiKey: await createKey(database, user.id), libraryId: library.id }
}

/** Creates an asset in the library of the folder that its file would be in. */
export async function createAsset(
  database: Pick<PrismaDatabase, 'asset' | '$queryRaw'>,
  owner: TestUser,
  overrides: Partial<Prisma.AssetUncheckedCreateInput> = {},
): Promise<Asset> {
  const made = { ...makeAssetInput(owner, next()), ...overrides }
  const libraryId = overrides.libraryId ?? (await findOrMakeLibrary(database, owner, dirname(made.originalPath)))
  return database.asset.create({ data: { ...made, libraryId } })
}

export async function createJob(
  database: PrismaDatabase,
  job: Omit<Prisma.AssetJobUncheckedCreateInput, 'ownerId'>,
): Promise<void> {
  const { ownerId } = await database.asset.findUniqueOrThrow({ where: { id: job.assetId } })
  await database.assetJob.create({ data: { ...job, ownerId } })
}

/** Creates so many assets of an owner, each a second newer than the one before. Returns their ids. */
export async function createAssets(queryable: Queryable, owner: TestUser, howMany: number): Promise<string[]> {
  const ids = Array.from({ length: howMany }, () => uuidv7())
  const first = count
  count += howMany
  await ask(
    queryable,
    Prisma.sql`
    INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name,
                       checksum, file_created_at, file_modified_at, local_date_time)
    SELECT id, ${owner.id}::uuid, ${owner.libraryId}::uuid, name, 'test', 'IMAGE', '/photos/' || id || '/' || name, name,
           sha1, taken, taken + interval '1 month', taken
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given (id, position),
         LATERAL (SELECT 'IMG_' || (${first} + position) || '.jpg' AS name,
                         substring(sha256(uuid_send(id)) FOR 20) AS sha1,
                         timestamptz '2024-01-01Z' + (${first} + position) * interval '1 second' AS taken) AS made`,
  )
  return ids
}

/**
 * A tag of that many new assets of an owner. What the API answers for each of them is written once, after they are tagged, as
 * writing it takes most of the time.
 */
export async function createTaggedAssets(
  database: PrismaDatabase,
  owner: TestUser,
  howMany: number,
): Promise<{ tag: Tag; assetIds: string[] }> {
  const tag = await createTag(database, owner)
  const assetIds = await transact(
    database,
    async (transaction) => {
      const ids = await createAssets(transaction, owner, howMany)
      await assign(transaction, tag, ids)
      return ids
    },
    LONG_TRANSACTION.timeout,
  )
  return { tag, assetIds }
}

export async function createTag(
  database: PrismaDatabase,
  owner: TestUser,
  { name = `tag-${next()}`, assetIds = [] }: { name?: string; assetIds?: string[] } = {},
): Promise<Tag> {
  const tag = await database.tag.create({ data: { userId: owner.id, name } })
  await assign(database, tag, assetIds)
  return tag
}

export function createAlbum(
  database: PrismaDatabase,
  owner: { id: string },
  { assetIds = [], sharedWith = [] }: { assetIds?: string[]; sharedWith?: { id: string }[] } = {},
): Promise<Album> {
  return database.album.create({
    data: {
      ownerId: owner.id,
      albumName: `album-${next()}`,
      assets: { create: assetIds.map((assetId) => ({ assetId })) },
      sharedUsers: { create: sharedWith.map(({ id: userId }) => ({ userId })) },
    },
  })
}

/** Creates a link to an album, which hides nothing and never expires. Returns its key. */
export async function createLink(database: PrismaDatabase, of: { userId: string; albumId: string }): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const allowed = { allowDownload: true, allowUpload: false, showMetadata: true }
  await database.sharedLink.create({ data: { ...of, ...allowed, id: randomUUID(), keyHash: hashKey(key) } })
  return key
}

function assign(queryable: Queryable, tag: Tag, assetIds: string[]) {
  return ask(
    queryable,
    Prisma.sql`INSERT INTO tag_asset (tag_id, asset_id) SELECT ${tag.id}::uuid, unnest(${assetIds}::uuid[])`,
  )
}

export function createPerson(
  database: PrismaDatabase,
  owner: TestUser,
  asset: { id: string },
  overrides: Partial<Prisma.PersonUncheckedCreateInput> = {},
) {
  return database.person.create({
    data: {
      ownerId: owner.id,
      name: 'Ada',
      ...overrides,
      faces: {
        create: {
          assetId: asset.id,
          boundingBoxX1: 10,
          boundingBoxX2: 30,
          boundingBoxY1: 20,
          boundingBoxY2: 60,
          imageHeight: 600,
          imageWidth: 800,
        },
      },
    },
  })
}

function next() {
  count += 1
  return count
}

function makeAssetInput(owner: TestUser, position: number): Prisma.AssetCreateManyInput {
  return {
    id: uuidv7(),
    ownerId: owner.id,
    libraryId: owner.libraryId,
    deviceAssetId: `IMG_${position}.jpg`,
    deviceId: 'test',
    type: 'IMAGE',
    originalPath: `/photos/${randomUUID()}/IMG_${position}.jpg`,
    originalFileName: `IMG_${position}.jpg`,
    checksum: createHash('sha1').update(randomUUID()).digest(),
    fileCreatedAt: new Date(Date.UTC(2024, 0, 1) + position * 1_000),
    fileModifiedAt: new Date(Date.UTC(2024, 1, 1) + position * 1_000),
    localDateTime: new Date(Date.UTC(2024, 0, 1) + position * 1_000),
  }
}

/** Finds the library of a folder, or makes it. The user's own library is that of `/photos`. */
async function findOrMakeLibrary(
  database: Pick<PrismaDatabase, '$queryRaw'>,
  owner: TestUser,
  importPath: string,
): Promise<string> {
  if (`${importPath}/`.startsWith('/photos/')) return owner.libraryId
  const [library] = await database.$queryRaw<{ id: string }[]>`
    INSERT INTO library (id, owner_id, name, import_path, updated_at)
    VALUES (${uuidv7()}::uuid, ${owner.id}::uuid, ${basename(importPath)}, ${importPath}, now())
    ON CONFLICT (owner_id, import_path) DO UPDATE SET updated_at = now()
    RETURNING id`
  return library?.id ?? owner.libraryId
}
