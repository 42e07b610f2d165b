import { createHash } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Asset, Prisma } from '../../../src/generated/prisma/client.js'
import { toDerivedKey } from '../../../src/storage/derived-files.js'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { createAsset, type TestUser } from '../database/factories.js'
import { startTestServer } from './server.js'

/** Starts a service whose assets have files. It stops after the last test of the file. */
export async function openFileLibrary(environment: Record<string, string> = {}) {
  const folder = await makeSharedFolder()
  const dataDir = join(folder, 'data')
  const server = await startTestServer({ DATA_DIR: dataDir, ...environment })
  let count = 0

  return {
    server,
    folder,
    dataDir,
    /** Creates an asset and its file, as an import would have recorded it. */
    addFile: async (
      owner: TestUser,
      content: Uint8Array,
      { name = 'photo.jpg', ...overrides }: { name?: string } & Partial<Prisma.AssetUncheckedCreateInput> = {},
    ): Promise<Asset> => {
      count += 1
      const originalPath = join(folder, 'photos', String(count), name)
      await mkdir(dirname(originalPath), { recursive: true })
      await writeFile(originalPath, content)
      const { mtimeMs } = await stat(originalPath)
      return createAsset(server.database, owner, {
        originalPath,
        originalFileName: basename(originalPath),
        checksum: createHash('sha1').update(content).digest(),
        fileModifiedAt: new Date(Math.trunc(mtimeMs)),
        isExternal: true,
        ...overrides,
      })
    },
    /** Puts a file where a job would have put what it made of an asset; `ending` is such as `webp`. */
    addDerived: async (asset: Asset, ending: 'webp' | 'jpeg' | 'mp4', content: Uint8Array): Promise<string> => {
      const path = join(dataDir, `${toDerivedKey(ending === 'mp4' ? 'encoded-video' : 'thumbs', asset)}.${ending}`)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
      return path
    },
    /** Gives a person the picture that a job would have cut out of an asset. */
    addPersonPicture: async ({ id }: { id: string }, asset: Asset, content: Uint8Array): Promise<string> => {
      const thumbnailPath = `${toDerivedKey('thumbs', asset)}-${id}.jpeg`
      const path = join(dataDir, thumbnailPath)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
      await server.database.person.update({ where: { id }, data: { thumbnailPath, coverAssetId: asset.id } })
      return path
    },
    /** Gives a user a picture. */
    addProfileImage: async (id: string, content: Uint8Array): Promise<void> => {
      const profileImagePath = `profile/${id}/picture.jpeg`
      await mkdir(join(dataDir, 'profile', id), { recursive: true })
      await writeFile(join(dataDir, profileImagePath), content)
      await server.database.user.update({ where: { id }, data: { profileImagePath } })
    },
  }
}

/** Asks for a file. Resolves to the answer, with the bytes as they were sent and the code of a problem. */
export async function load(
  { url }: { url: string },
  path: string,
  { apiKey }: { apiKey: string },
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'x-api-key': apiKey, ...headers },
    redirect: 'manual',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    code: isProblem && bytes.length > 0 ? (JSON.parse(bytes.toString()) as { code: string }).code : null,
  }
}
