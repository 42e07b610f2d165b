import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@media-library/client'
import { openEmbedded } from '@media-library/embedded-postgres'
import { findTool } from '@media-library/media'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildImage, type Image } from '../packed/image.js'
import { listFiles } from '../packed/list-files.js'

const MEGABYTE = 1e6

let image: Image
beforeAll(async () => {
  image = await buildImage()
})
afterAll(() => image.remove())

test('its packages take at most 350 MB', async () => {
  const { paths, bytes } = await listFiles(image.modules)

  expect(paths.length).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThanOrEqual(350 * MEGABYTE)
})

test('it serves its page with its own PostgreSQL, and its check succeeds', async () => {
  const { url, settings } = await serve(['serve'], {})

  expect(await listStatuses(url)).toEqual([200, 200, 200])
  await expect(image.checkHealth(settings)).resolves.toBe('')
})

test('a server and a worker share a PostgreSQL, import a folder, and show its photo and its video', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'photos '))
  const database = await openEmbedded({ dataDir: join(folder, 'database'), database: 'library', application: 'image' })
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const photos = await makePhotos(folder)
  const { url, settings } = await serve(['serve', '--no-worker'], { DATABASE_URL: database.url })
  startWith(image.start(['worker'], settings))
  await image.run(['user', 'add', 'ada@example.org'], settings)
  await image.run(['import', photos, '--user', 'ada@example.org'], settings)
  const apiKey = await image.run(['key', 'create', '--user', 'ada@example.org', '--quiet'], settings)
  const client = createClient({ baseUrl: url, apiKey: apiKey.trim() })

  const { items } = await client.getAllAssets({ limit: 10 })
  const jobs = await client.waitForJobs(items.map(({ id }) => id))
  const shown = await Promise.all(
    items.map(async ({ id, type }) => {
      const [thumbnail, file] = await Promise.all([client.getAssetThumbnail(id), client.serveFile(id)])
      return [type, thumbnail.headers.get('content-type'), file.headers.get('content-type')]
    }),
  )

  expect(jobs.filter(({ state }) => state === 'failed')).toEqual([])
  expect(shown.sort()).toEqual([
    ['IMAGE', 'image/webp', 'image/jpeg'],
    ['VIDEO', 'image/webp', 'video/mp4'],
  ])
  expect(await listStatuses(url)).toEqual([200, 200, 200])
})

/** Starts a server until the test ends. Returns its address once it is ready, and its settings. */
async function serve(args: string[], more: Record<string, string>) {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  // The image listens on all addresses; a test must only be reachable from this machine.
  const settings = { ...more, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', DATABASE_WAIT_SECONDS: '20' }
  const output = startWith(image.start(args, settings))
  await expect.poll(output, { timeout: 200_000 }).toContain(url)
  return { url, settings }
}

/** Collects the output of a process. It is stopped when the test ends, and has to exit with 0. */
function startWith(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    expect((await ended)[0], output).toBe(0)
  })
  return () => output
}

function listStatuses(url: string): Promise<number[]> {
  return Promise.all(['/readyz', '/', '/api/docs'].map(async (path) => (await fetch(url + path)).status))
}

/** Creates a folder with a photo, and a video that no browser plays. */
async function makePhotos(folder: string): Promise<string> {
  const photos = join(folder, 'photos')
  await mkdir(photos)
  await chmod(folder, 0o755)
  const draw = async (...args: string[]) =>
    promisify(execFile)(await findTool('ffmpeg'), [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=640x480:rate=10',
      ...args,
    ])
  await draw('-frames:v', '1', join(photos, 'photo.jpg'))
  await draw('-t', '1', '-c:v', 'mjpeg', join(photos, 'video.avi'))
  return photos
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
