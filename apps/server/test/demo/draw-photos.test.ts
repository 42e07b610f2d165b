import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drawPhotos } from '../../src/demo/draw-photos.js'
import { makeFolder } from '../fixtures/folder.js'
import { startCli } from '../support/cli.js'
import { isAlive, listChildren } from '../support/processes.js'
import { until } from './making.js'

const foldersIn = (folder: string) => ({ photosOfAda: join(folder, 'ada'), photosOfBen: join(folder, 'ben') })

const hasPhotos = async (folder: string) =>
  (await readdir(folder, { recursive: true }).catch(() => [])).some((path) => path.endsWith('.jpg'))

/** The process that draws for `parent`, once it does. */
const findDrawing = async (parent: number | undefined, folder: string): Promise<number> => {
  await until(() => hasPhotos(folder))
  const [pid] = await listChildren(parent, 'photo-process')
  return pid as number
}

test('says what keeps the photos from being drawn', async () => {
  const folder = await makeFolder({ ada: 'a file' })

  const drawing = drawPhotos(foldersIn(folder), { onPhoto: () => {} })

  await expect(drawing).rejects.toThrow(/the demo photos cannot be drawn: ENOTDIR/)
})

test('says that the process which draws was killed', async () => {
  const folder = await makeFolder()

  const drawing = expect(drawPhotos(foldersIn(folder), { onPhoto: () => {} })).rejects.toThrow(/ended with SIGKILL/)
  process.kill(await findDrawing(process.pid, folder), 'SIGKILL')

  await drawing
})

test('ends with the process that waits for it, even when that is killed', async () => {
  const folder = await makeFolder()
  const program = `
    const { drawPhotos } = await import(${JSON.stringify(new URL('../../dist/demo/draw-photos.js', import.meta.url).href)})
    await drawPhotos(${JSON.stringify(foldersIn(folder))}, { onPhoto: () => {} })`
  const waiting = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
  const drawing = await findDrawing(waiting.pid, folder)

  waiting.kill('SIGKILL')
  await once(waiting, 'exit')

  await until(async () => !(await isAlive(drawing)))
})

test('Ctrl-C on the first start ends it with 0 while it draws, and the process that draws', async () => {
  const dataDir = await makeFolder()
  const serve = startCli(['serve'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
  onTestFinished(() => void serve.kill('SIGKILL'))
  const drawing = await findDrawing(serve.pid, join(dataDir, 'demo'))

  serve.kill('SIGINT')
  const [code] = await once(serve, 'exit')

  expect(code).toBe(0)
  expect(await isAlive(drawing)).toBe(false)
})
