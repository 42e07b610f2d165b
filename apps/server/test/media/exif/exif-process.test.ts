import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { cameraPhotos } from '../../fixtures/photo.js'
import { placeAt } from '../../support/jobs/open-file.js'
import { isAlive, listChildren } from '../../support/processes/process-list.js'
import { startProgram } from '../../support/processes/program.js'
import { until } from '../../support/until.js'

/** Reads a photo in a process of its own, which then stays. */
async function startReading() {
  const program = `
    const { withOpenFile } = await import(${JSON.stringify(import.meta.resolve('@media-library/media'))})
    const { createExifReader } = await import(${JSON.stringify(import.meta.resolve('@media-library/media/metadata'))})
    const { exif } = await withOpenFile(${JSON.stringify(placeAt(cameraPhotos.lumia))}, createExifReader({ processes: 1 }).read)
    console.log(exif.model)
    setInterval(() => {}, 1_000)`
  const child = startProgram(['--input-type=module', '-e', program])
  child.stderr.pipe(process.stderr)
  onTestFinished(() => void child.kill('SIGKILL'))
  const { value: model } = await child.stdout[Symbol.asyncIterator]().next()
  return { child, model: String(model).trim() }
}

test('exiftool ends with the process that started it, even when that process is killed', async () => {
  const { child, model } = await startReading()
  const [exiftool] = await listChildren(child.pid, 'stay_open')

  child.kill('SIGKILL')
  await once(child, 'exit')

  expect(model).toBe('Lumia 820')
  expect(exiftool).toBeDefined()
  await until(async () => !(await isAlive(exiftool as number)))
})
