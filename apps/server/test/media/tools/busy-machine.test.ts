import { BusyFault, runTool, withOpenFile } from '@media-library/media'
import { createExifReader } from '@media-library/media/metadata'
import { expect, onTestFinished, test } from 'vitest'
import { cameraPhotos } from '../../fixtures/photo.js'
import { drawQuarters } from '../../fixtures/picture.js'
import { placeAt } from '../../support/jobs/open-file.js'
import { openThumbnailFolder } from '../../support/media/thumbnails.js'
import { listChildren } from '../../support/processes/process-list.js'

const { place, make } = await openThumbnailFolder()

/** Ends a process's share of the processors, as a machine does that has too much else to do. */
async function hold(name: string) {
  const held = await listChildren(process.pid, name)
  expect(held.length).toBeGreaterThan(0)
  for (const id of held) process.kill(id, 'SIGSTOP')
  onTestFinished(async () => {
    for (const id of await listChildren(process.pid, name)) process.kill(id, 'SIGCONT')
  })
}

const tools: [string, () => Promise<unknown>][] = [
  ['ffmpeg or ffprobe', () => runTool('/bin/sleep', ['60'], { timeout: 100 })],
  [
    'exiftool',
    async () => {
      const reader = createExifReader({ processes: 1, timeoutMs: 1_000 })
      onTestFinished(reader.close)
      const read = () => withOpenFile(placeAt(cameraPhotos.lumia), (file) => reader.read(file))
      await read()
      await hold('stay_open')
      return read()
    },
  ],
  [
    'the decoder of photos',
    async () => {
      const source = await place('photo.png', await (await drawQuarters(64, 48)).png().toBuffer())
      await make(source)
      await hold('image-process')
      return make(source, 'IMAGE', undefined, { milliseconds: 1_000, memory: 450 * 2 ** 20 })
    },
  ],
]

test.each(tools)('what %s cannot do on a busy machine is no fault of the file', async (_, run) => {
  const running = run()

  await expect(running).rejects.toBeInstanceOf(BusyFault)
  await expect(running).rejects.toThrow(
    /took longer than [\d.]+ s on a busy machine; try again when it has less to do$/,
  )
})
