import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '@media-library/server/config'
import { type OpenContext, openContext } from '@media-library/server/context'
import { type AnsweringProcess, startAsking } from '../ask-process.js'
import type { GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import type { StoreAnswer, StoreQuestion } from '../programs/object-store.js'
import type { Scenario, Setting } from '../scenario.js'
import { startBoth, startOurs } from '../sides.js'
import { mp4Start, type StoredFiles, storeOriginals, storeThumbnails } from './stored-files.js'
import { removeUploads } from './upload-file.js'

const BUCKET = 'library'
const ORIGINALS = `s3://${BUCKET}/originals`

/** The requests for files in a bucket, and those for the same files in folders. */
interface Files extends Partial<Exchange> {
  paths: string[]
}

type Prepare = (library: GeneratedLibrary, inBucket: OpenContext) => Promise<Files>

/** The service with its files in a bucket, beside the service with its files in folders. */
export const bucketScenarios: Scenario[] = [
  bucket('bucket-upload-file-5mb', async (library) => ({
    method: 'POST',
    status: 201,
    paths: ['/api/asset/upload'],
    connections: 4,
    distinct: 100,
    upload: { bytes: 5_000_000 },
    reset: () => removeUploads(library),
  })),
  bucket('bucket-get-asset-thumbnail-10kb', async (library, inBucket) => {
    const { paths, filePaths } = await storeThumbnails(library, 10_000)
    const derived = await inBucket.openDerived()
    for (const path of filePaths)
      await derived.replace([path], ([staged]) => copyFile(join(library.env.DATA_DIR, path), staged))
    return { paths }
  }),
  bucket('bucket-serve-file-5mb', async (library, inBucket) =>
    sendOriginals(library, inBucket, await storeOriginals(library, 5_000_000)),
  ),
  bucket('bucket-serve-film-50mb', async (library, inBucket) =>
    sendOriginals(library, inBucket, await storeOriginals(library, 50_000_000, { name: 'film.mp4', start: mp4Start })),
  ),
]

function bucket(name: string, prepare: Prepare): Scenario {
  return {
    name,
    unit: 'requests',
    aim: null,
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      const store = startAsking(new URL('../programs/object-store.js', import.meta.url), setting.signal)
      try {
        const environment = await createEnvironment(store, setting)
        const inBucket = await openContext(readConfig({ ...library.env, ...environment, LOG_LEVEL: 'warn' }))
        const files = await prepare(library, inBucket).finally(() => inBucket.close())
        const contest = await prepareExchange(setting, library, {
          method: 'GET',
          status: 200,
          headers: { accept: '*/*' },
          ...files,
          startSides: () =>
            startBoth(
              () => startOurs(library, setting, environment),
              () => startOurs(library, setting),
            ),
          countAtStore: async () => (await ask(store, setting)).requests,
        })
        return { ...contest, close: () => contest.close().finally(() => store.close()) }
      } catch (error) {
        store.close()
        throw error
      }
    },
  }
}

/** Stores files in the bucket. The service learns about them, as about those in the folder. */
async function sendOriginals(
  library: GeneratedLibrary,
  inBucket: OpenContext,
  { paths, filePaths }: StoredFiles,
): Promise<Files> {
  const originals = await inBucket.openOriginals()
  const objects = filePaths.map((path) => `${ORIGINALS}/${path}`)
  const folder = library.env.DATA_DIR
  for (const [index, path] of filePaths.entries())
    await originals.send({ folder, path: join(folder, path) }, objects[index] as string, new AbortController().signal)
  const ids = await library.addPhotos(objects)
  return {
    paths: ids.map((id) => `/api/download/asset/${id}`),
    floorPaths: paths.map((path) => path.replace('/asset/file/', '/download/asset/')),
  }
}

async function createEnvironment(store: AnsweringProcess, setting: Setting): Promise<Record<string, string>> {
  const { endpoint } = await ask(store, setting)
  return {
    DERIVED_STORAGE: `s3://${BUCKET}/derived`,
    ORIGINALS_STORAGE: ORIGINALS,
    S3_ENDPOINT: endpoint,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

function ask(store: AnsweringProcess, { folder }: Setting): Promise<StoreAnswer> {
  const question: StoreQuestion = { folder: join(folder, 'store'), bucket: BUCKET }
  return store.ask<StoreAnswer>(question)
}
