import { once } from 'node:events'
import { withOpenFile } from '@media-library/media'
import { createExifReader } from '@media-library/media/metadata'
import { expect, onTestFinished, test } from 'vitest'
import { cameraPhotos } from '../../fixtures/photo.js'
import { placeAt } from '../../support/jobs/open-file.js'
import { isAlive, listChildren } from '../../support/processes/process-list.js'
import { startProgram } from '../../support/processes/program.js'
import { until } from '../../support/until.js'

/** Reads a photo in a process of its own, and again whenever it is sent something. */
async function startReading({ processes = 1 } = {}) {
  const program = `
    const { withOpenFile } = await import(${JSON.stringify(import.meta.resolve('@media-library/media'))})
    const { createExifReader } = await import(${JSON.stringify(import.meta.resolve('@media-library/media/metadata'))})
    const { read } = createExifReader({ processes: ${processes} })
    const show = async () => {
      const { exif } = await withOpenFile(${JSON.stringify(placeAt(cameraPhotos.lumia))}, read)
      console.log(exif.model)
    }
    await show()
    process.stdin.on('data', show).on('end', () => process.exit())`
  const child = startProgram(['--input-type=module', '-e', program])
  child.stderr.pipe(process.stderr)
  const errors: string[] = []
  child.stderr.on('data', (text) => errors.push(String(text)))
  onTestFinished(() => void child.kill('SIGKILL'))
  const nextModel = async () => String(await once(child.stdout, 'data')).trim()
  return { child, errors, model: await nextModel(), nextModel }
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

test('a reader for a machine with many cores starts without a warning, and its exiftool ends at the exit of its process', async () => {
  const { child, errors } = await startReading({ processes: 32 })
  const [exiftool] = await listChildren(child.pid, 'stay_open')

  process.kill(exiftool as number, 'SIGSTOP')
  child.stdin.end()
  await once(child, 'close')

  expect(errors).toEqual([])
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

test('a photo of an owner is read while that of another one holds the only exiftool', async () => {
  const { read, close } = createExifReader({ processes: 1 })
  onTestFinished(close)
  const readFor = (owner: string, onTurn = () => {}) =>
    withOpenFile(placeAt(cameraPhotos.lumia), (file) =>
      read(
        {
          ...file,
          // It is asked for when an exiftool has been lent.
          get steadyPath() {
            onTurn()
            return file.steadyPath
          },
        },
        { owner, isAlone: false },
      ),
    )
  // Those that other tests in this process left.
  const others = await listChildren(process.pid, 'stay_open')
  await readFor('eve')
  const exiftools = (await listChildren(process.pid, 'stay_open')).filter((pid) => !others.includes(pid))

  // One that stands still has no time of its processor, so that its turn does not end as a long one.
  for (const pid of exiftools) process.kill(pid, 'SIGSTOP')
  let reading = Promise.resolve()
  await new Promise<void>((resolve) => {
    reading = expect(readFor('eve', resolve)).rejects.toThrow('crashed')
  })
  const { exif } = await readFor('ben')
  for (const pid of exiftools) process.kill(pid, 'SIGKILL')
  await reading

  expect(exiftools).toHaveLength(1)
  expect(exif.model).toBe('Lumia 820')
})
