import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { makeVideo } from '../../fixtures/video.js'
import { makePath, openVideoLibrary } from '../../support/jobs/video-library.js'
import { toBusyLimit } from '../../support/long.js'

const { prepare } = await openVideoLibrary()

/** Much picture, and an index that is short beside it. */
const noise = ['-g', '1', '-vf', 'noise=alls=60:allf=t']

async function makeZeroes(path: string) {
  await writeFile(path, '')
  await truncate(path, 2 ** 30)
}

async function makeCut(path: string, more: string[]) {
  await makeVideo(path, { seconds: 8, more })
  await truncate(path, Math.round((await stat(path)).size * 0.6))
}

const brokenFiles: [string, (path: string) => Promise<unknown>, RegExp][] = [
  ['a video that is gone', async () => {}, /the file is missing/],
  ['an empty file', (path) => writeFile(path, ''), /empty \(0 bytes\)/],
  ['a text', (path) => writeFile(path, 'no video at all\n'.repeat(100)), /content is not a video/],
  [
    'a list of files',
    (path) => writeFile(path, "ffconcat version 1.0\nfile '/etc/passwd'\n"),
    /content is not a video/,
  ],
  ['a playlist', (path) => writeFile(path, '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n'), /content is not a video/],
  ['a gigabyte of zeroes', makeZeroes, /content is not a video/],
  ['a video cut before its index', (path) => makeCut(path, noise), /it is incomplete/],
  [
    'the start of a video and nothing else',
    (path) => writeFile(path, '\0\0\0\x14ftypisom\0\0\x02\0isom'),
    /incomplete|damaged/,
  ],
]

test.each(brokenFiles)('fails with a reason on %s, and keeps the older video', async (_, write, reason) => {
  const path = await makePath('video.mov')
  await write(path)
  const { target, run } = await prepare(path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, 'older')

  await expect(run()).rejects.toThrow(reason)
  await expect(run()).rejects.not.toThrow(path)

  expect(await readdir(dirname(target))).toHaveLength(1)
  expect(await readFile(target, 'utf8')).toBe('older')
})

test.each([
  '-y',
  '-i.mov',
  'a;b $(touch x) `y`.mov',
  'two\nlines.mov',
  'q\'u"o.mov',
  'http:x.mov',
  'concat:a|b.mov',
  '%d.mov',
])('transcodes a video named %j and changes no other file', async (name) => {
  const path = await makePath(name)
  await makeVideo(path, { seconds: 1, more: ['-f', 'mov'] })
  const { run } = await prepare(path)

  expect(await run()).toEqual({ state: 'succeeded' })

  expect(await readdir(dirname(path))).toEqual([name])
})

test('stops at once when aborted, and leaves nothing', async () => {
  const path = await makePath('video.mkv')
  await makeVideo(path, { codec: 'lossless', size: '1280x720', seconds: 60 })
  const { dataDir, run } = await prepare(path)
  const controller = new AbortController()
  const running = run(controller.signal)
  const partials = async () => (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.partial'))
  await expect.poll(partials).toHaveLength(1)
  const start = performance.now()

  controller.abort(new Error('the worker stops'))

  await expect(running).rejects.toThrow('the worker stops')
  expect(performance.now() - start).toBeLessThan(toBusyLimit(1_000))
  expect(await partials()).toEqual([])
})
