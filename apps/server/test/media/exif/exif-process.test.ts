import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { cameraPhotos } from '../../fixtures/photo.js'
import { placeAt } from '../../support/jobs/open-file.js'
import { isAlive, listChildren } from '../../support/processes/process-list.js'
import { startProgram } from '../../support/processes/program.js'
import { until } from '../../support/until.js'

/** Reads a photo in a process of its own, and again whenever it is sent something. */
async function startReading() {
  const program = `
    const { withOpenFile } = await import(${JSON.stringify(import.meta.resolve('@media-library/media'))})
    const { createExifReader } = await import(${JSON.stringify(import.meta.resolve('@media-library/media/metadata'))})
    const { read } = createExifReader({ processes: 1 })
    const show = async () => {
      const { exif } = await withOpenFile(${JSON.stringify(placeAt(cameraPhotos.lumia))}, read)
      console.log(exif.model)
    }
    await show()
    process.stdin.on('data', show)`
  const child = startProgram(['--input-type=module', '-e', program])
  child.stderr.pipe(process.stderr)
  onTestFinished(() => void child.kill('SIGKILL'))
  const nextModel = async () => String(await once(child.stdout, 'data')).trim()
  return { child, model: await nextModel(), nextModel }
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

test('Ctrl-C in a terminal, which exiftool receives too, does not end it', async () => {
  const { child, nextModel } = await startReading()
  const [exiftool] = await listChildren(child.pid, 'stay_open')

  process.kill(exiftool as number, 'SIGINT')
  child.stdin.write('again')

  expect(await nextModel()).toBe('Lumia 820')
  expect(await listChildren(child.pid, 'stay_open')).toEqual([exiftool])
})
