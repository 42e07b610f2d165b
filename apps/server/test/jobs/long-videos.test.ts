import { join } from 'node:path'
import { createExifReader } from '@media-library/media/metadata'
import { afterAll, expect, test } from 'vitest'
import { importFolder } from '../../src/import/import-folder.js'
import { makeFolder } from '../fixtures/folder.js'
import { ffmpeg, makeVideo } from '../fixtures/video.js'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { startRealWorker } from '../support/jobs/real-worker.js'

const { server, dataDir } = await openFileLibrary()
const exif = createExifReader({ processes: 1 })
afterAll(() => exif.close())

test('J9 a long video delays neither a short one behind it nor any thumbnail', async () => {
  const ada = await createUser(server.database)
  const [first, second] = [await makeFolder(), await makeFolder()]
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=320x180:d=300', '-c:v', 'mpeg2video', join(first, 'long.mkv'))
  await makeVideo(join(second, 'short.mkv'), { codec: 'mpeg2', seconds: 1 })
  for (const folder of [first, second]) {
    await importFolder({ database: server.database, ownerId: ada.id, folder, exif })
  }

  const worker = await startRealWorker({
    ...{ DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir },
    ...{ WORKER_VIDEOS: '1', WORKER_IMAGES: '1' },
  })
  await worker.drained()
  await worker.stop()

  const { body } = await send(server, '/api/asset/jobs', { apiKey: ada.apiKey })
  const jobs: { name: string; state: string; attempts: number; finishedAt: string }[] = body
  expect(jobs.map(({ state, attempts }) => [state, attempts])).toEqual(jobs.map(() => ['succeeded', 1]))
  const [last, ...others] = jobs.toSorted((one, other) => other.finishedAt.localeCompare(one.finishedAt))
  expect(last).toMatchObject({ name: 'transcode-video' })
  const assets = await send(server, '/api/asset', { apiKey: ada.apiKey })
  const long = assets.body.find(({ originalFileName }: { originalFileName: string }) => originalFileName === 'long.mkv')
  expect(last).toMatchObject({ assetId: long.id })
  expect(others.map(({ name }) => name).sort()).toEqual([
    ...['refresh-metadata', 'refresh-metadata'],
    ...['regenerate-thumbnail', 'regenerate-thumbnail', 'transcode-video'],
  ])
})
