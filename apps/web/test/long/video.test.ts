import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@media-library/client'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { describeJourney } from '../support/journey.js'
import { runCommand, type Service } from '../support/service.js'

const sundown = fileURLToPath(new URL('../../../server/demo/ada/bora-bora/sundown.mp4', import.meta.url))
const server = createRequire(new URL('../../../server/package.json', import.meta.url))

/** The number of repetitions, which makes the video longer than what a browser loads in advance. */
const REPEATS = 600
const LEAST_BYTES = 50_000_000

describeJourney('a long video', ({ service, enter }) => {
  test('plays from its middle at once, by a range (F4)', { timeout: 240_000 }, async () => {
    await runCommand(service, 'user', 'add', 'vera@example.com')
    const { apiKey, id, bytes } = await importLongVideo(service, 'vera@example.com')
    const { page } = await enter({ apiKey })
    const parts = watchParts(page, id)

    const { at, length } = await seekToMiddle(page, id)

    expect(length).toBeGreaterThan(5 * (REPEATS - 1))
    expect(at).toBeGreaterThanOrEqual(length / 2)
    expect(parts.every(({ status }) => status === 206)).toBe(true)
    expect(parts.map(({ start }) => start).some((start) => start > bytes * 0.4 && start < bytes * 0.6)).toBe(true)
  })
})

/** Imports the video of the demo, repeated until it is long, for a user whose library is empty. */
async function importLongVideo(service: Service, user: string) {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-video-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'long.mp4')
  const { path: ffmpeg } = server('@ffmpeg-installer/ffmpeg') as { path: string }
  const repeat = ['-stream_loop', String(REPEATS), '-i', sundown, '-c', 'copy', '-movflags', '+faststart']
  await promisify(execFile)(ffmpeg, ['-v', 'error', ...repeat, path])
  const { size } = await stat(path)
  expect(size).toBeGreaterThan(LEAST_BYTES)
  await runCommand(service, 'import', folder, '--user', user)
  const apiKey = await runCommand(service, 'key', 'create', '--user', user, '--quiet')
  const { items } = await createClient({ baseUrl: service.url, apiKey }).getAllAssets()
  return { apiKey, id: items[0]?.id ?? '', bytes: size }
}

/** Collects the answers to requests for a file, with the positions from which they begin. */
function watchParts(page: Page, id: string) {
  const parts: { status: number; start: number }[] = []
  page.on('response', (response) => {
    if (!response.url().includes(`/asset/file/${id}`)) return
    const [, start = '0'] = /^bytes (\d+)-/.exec(response.headers()['content-range'] ?? '') ?? []
    parts.push({ status: response.status(), start: Number(start) })
  })
  return parts
}

function seekToMiddle(page: Page, id: string): Promise<{ at: number; length: number }> {
  return page.evaluate(async (source) => {
    const video = document.body.appendChild(document.createElement('video'))
    const heard = (event: string) =>
      new Promise<void>((resolve, reject) => {
        video.addEventListener(event, () => resolve(), { once: true })
        video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
      })
    video.muted = true
    const isDescribed = heard('loadedmetadata')
    video.src = source
    await isDescribed
    const isThere = heard('seeked')
    video.currentTime = video.duration / 2
    await isThere
    return { at: video.currentTime, length: video.duration }
  }, `/api/asset/file/${id}`)
}
