import { createHash } from 'node:crypto'
import type { ImportSummary } from '../../../src/import/summary.js'
import type { ExportSummary } from '../../../src/takeouts/import-export.js'
import { makeSharedFolder } from '../../fixtures/folder.js'
import type { TestUser } from '../database/factories.js'
import { createClientFor } from '../http/client.js'
import { startTestServer } from '../http/server.js'
import { startRealWorker } from '../jobs/real-worker.js'
import { type CliResult, runHere } from '../processes/cli.js'
import type { Expected, ExportFixture } from './takeout.js'

/** Starts a service whose users import exports by the command line. Its jobs run when a test says so. */
export async function createExportLibrary() {
  const dataDir = await makeSharedFolder()
  const server = await startTestServer({ DATA_DIR: dataDir })
  const environment = { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir }
  const run = (args: string[]): Promise<CliResult> => runHere(args, environment)
  const done = async () => ({ state: 'succeeded' }) as const
  return {
    dataDir,
    database: server.database,
    createClient: (user: TestUser) => createClientFor(server, user),
    run,
    take: async (user: TestUser, ...paths: string[]) => {
      const { stdout, stderr } = await run(['import', ...paths, '--user', user.email, '--json'])
      const [summary] = (
        JSON.parse(stdout || '{ "folders": [] }') as { folders: (ImportSummary & { export?: ExportSummary })[] }
      ).folders
      if (!summary) throw new Error(`The import printed no summary: ${stderr}`)
      return { stderr, summary }
    },
    /** Reads the metadata of all files that are queued. Thumbnails and videos are not made. */
    runJobs: async () => {
      const worker = await startRealWorker(environment, { 'regenerate-thumbnail': done, 'transcode-video': done })
      await worker.drained()
      await worker.stop()
    },
  }
}

type ExportLibrary = Awaited<ReturnType<typeof createExportLibrary>>

/** Returns the answers about all photos of a user, by the paths of their contents in the export, copies aside. */
export async function answered(library: ExportLibrary, user: TestUser, { files, copies }: ExportFixture) {
  const client = library.createClient(user)
  const { body: assets } = await client.getAllAssets({ query: {} })
  if (!Array.isArray(assets)) throw new Error('The assets were not listed.')
  const { body: albums } = await client.getAllAlbums({ query: {} })
  if (!Array.isArray(albums)) throw new Error('The albums were not listed.')
  const names = new Map<string, string[]>()
  for (const { id, albumName } of albums) {
    const { body } = await client.getAlbumInfo({ params: { id }, query: {} })
    const held = body && 'assets' in body ? body.assets : []
    for (const asset of held) names.set(asset.id, [...(names.get(asset.id) ?? []), albumName].sort())
  }
  const originals = [...files].filter(([path]) => !copies.has(path))
  const pathsByChecksum = new Map(originals.map(([path, content]) => [sha1(content), path]))
  const paths = new Map(assets.map(({ id, checksum }) => [id, pathsByChecksum.get(checksum) as string]))
  const facts: Record<string, Expected> = {}
  const halves: Record<string, string> = {}
  for (const asset of assets) {
    const { exifInfo } = asset
    const path = paths.get(asset.id) as string
    facts[path] = {
      dateTimeOriginal: exifInfo?.dateTimeOriginal ?? null,
      localDateTime: asset.localDateTime === asset.fileModifiedAt ? null : asset.localDateTime,
      latitude: exifInfo?.latitude ?? null,
      longitude: exifInfo?.longitude ?? null,
      description: exifInfo?.description || null,
      tags: (asset.tags ?? []).map(({ name }) => name),
      people: (asset.people ?? []).map(({ name }) => name),
      isFavorite: asset.isFavorite,
      isArchived: asset.isArchived,
      albums: names.get(asset.id) ?? [],
      under: asset.stackParentId ? (paths.get(asset.stackParentId) ?? '').replace(/.*\//, '') : null,
    }
    if (asset.livePhotoVideoId) {
      const video = await library.database.asset.findUniqueOrThrow({ where: { id: asset.livePhotoVideoId } })
      halves[pathsByChecksum.get(Buffer.from(video.checksum).toString('base64')) as string] = path
    }
  }
  return {
    facts,
    halves,
    ids: Object.fromEntries([...paths].map(([id, path]) => [path, id])),
    albums: Object.fromEntries(albums.map(({ id, albumName }) => [albumName, id])),
  }
}

function sha1(content: Buffer) {
  return createHash('sha1').update(content).digest('base64')
}
