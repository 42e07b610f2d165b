import { createServer } from 'node:net'
import { join } from 'node:path'
import { findAgeFault, findSandbox, findTool, inputArguments, probe, runFfmpeg } from '@media-library/media'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { withFile } from '../../support/jobs/open-file.js'
import { report } from '../../support/long.js'
import { TIME_LIMIT_MS } from '../../support/until.js'

const limits = { timeout: TIME_LIMIT_MS }
const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=1']

/** A video of this codec, which is read back with what is allowed. */
async function readBack(codec: string) {
  const path = join(await makeFolder(), `${codec}.mkv`)
  await runFfmpeg([...picture, '-c:v', codec, '-strict', '-2', `file:${path}`], { ...limits, output: path })
  return withFile(path, (input) =>
    runFfmpeg([...inputArguments(input), '-f', 'null', '-'], { ...limits, input }).then(() => probe(input)),
  )
}

test.each(['libx264', 'mpeg4', 'mjpeg', 'ffv1'])('a video of %s in a .mkv is decoded', async (codec) => {
  expect((await readBack(codec)).video).toMatchObject({ width: 64, height: 48 })
})

test.each(['snow', 'zmbv', 'flashsv', 'asv1'])('no decoder of %s is used for a .mkv', async (codec) => {
  const path = join(await makeFolder(), `${codec}.mkv`)
  await runFfmpeg([...picture, '-c:v', codec, '-strict', '-2', `file:${path}`], { ...limits, output: path })

  const decoded = withFile(path, (input) =>
    runFfmpeg([...inputArguments(input), '-f', 'null', '-'], { ...limits, input }),
  )

  await expect(decoded).rejects.toThrow(/whitelist/)
})

test('ffmpeg cannot reach the network, even if a file tells it to', async () => {
  let reached = 0
  const server = createServer((socket) => {
    reached += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { hasNoNetwork, hasMemoryLimit, hasNoFiles } = await findSandbox(await findTool('ffmpeg'))

  await expect(runFfmpeg(['-i', `tcp://127.0.0.1:${port}`, '-f', 'null', '-'], limits)).rejects.toThrow()

  expect(reached).toBe(hasNoNetwork ? 0 : 1)
  report('ffmpeg limits', {
    'memory limit': String(hasMemoryLimit),
    'no network': String(hasNoNetwork),
    'no other files': String(hasNoFiles),
  })
})

test("a file's claims about itself do not fill the memory", async () => {
  const huge = ['-f', 'lavfi', '-i', 'color=s=30000x30000:d=1', '-frames:v', '1', '-f', 'null', '-']

  await expect(runFfmpeg(huge, limits)).rejects.toThrow(/allocat|invalid|larger/i)
})

test('a build whose printed year is more than five years ago counts as one that lacks fixes', () => {
  const now = new Date('2026-11-22')

  expect(findAgeFault('ffmpeg version N-47683-static Copyright (c) 2000-2018 the FFmpeg developers', now)).toContain(
    'it dates from 2018',
  )
  expect(findAgeFault('ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers', now)).toBeNull()
  expect(findAgeFault('ffmpeg version 4.4.2 Copyright (c) 2000-2021 the FFmpeg developers', now)).toBeNull()
})
