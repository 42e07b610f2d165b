import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Asset } from '@media-library/contract'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { useAdasLibrary } from '../support/database/adas-library.js'
import { send } from '../support/http/client.js'
import { freePort } from '../support/http/free-port.js'
import { readBlocks } from '../support/http/nginx.js'
import { startSyncthings } from '../support/import/syncthing.js'
import { databaseWaits, toBusyLimit } from '../support/long.js'
import { hasProgram } from '../support/processes/has-program.js'
import { serve } from '../support/processes/serve-process.js'
import { until } from '../support/until.js'

/** The promise of docs/use/phones.md. */
const ON_THE_WALL_MS = 10_000

/** Starts a service that watches a folder, and reads its wall. */
async function openWatched() {
  const { url, ada } = await useAdasLibrary()
  const [folder, dataDir] = [await makeFolder(), await makeFolder()]
  await writeFile(join(folder, 'first.jpg'), await makeJpeg())
  const environment = { ...databaseWaits, DATABASE_URL: url, DATA_DIR: dataDir, MEDIA_LIBRARY_DEMO: 'false' }
  const start = () => serve({ ...environment, WATCH_FOLDERS: folder })
  let service = await start()
  const ask = (path: string) => send(service, path, { apiKey: ada.apiKey })
  const list = async (): Promise<Asset[]> => (await ask('/api/asset')).body
  const names = async () => (await list()).map(({ originalFileName }) => originalFileName).sort()
  const find = async (name: string) => (await list()).find(({ originalFileName }) => originalFileName === name)
  await until(async () => (await names()).length === 1)
  return {
    folder,
    names,
    find,
    /** Waits until a photo that has arrived is on the wall, whole. */
    untilShown: async (path: string, content: Buffer) => {
      await until(async () => (await stat(join(folder, path)).catch(() => null))?.size === content.length)
      const name = path.replace(/.*\//, '')
      const asset = await until(() => find(name), toBusyLimit(ON_THE_WALL_MS))
      const response = await fetch(`${service.url}/api/download/asset/${asset.id}`, {
        headers: { 'x-api-key': ada.apiKey },
      })
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
      return asset
    },
    /** Waits until the watch has seen all that was done before. */
    settle: async () => {
      const name = `${randomBytes(8).toString('hex')}.jpg`
      await writeFile(join(folder, name), await makeJpeg())
      await until(() => find(name))
      await rm(join(folder, name))
      await until(async () => (await find(name))?.isOffline !== false)
    },
    restart: async () => {
      await service.stop()
      service = await start()
    },
  }
}

/** Makes a photo of so many bytes, unlike any other. */
async function makePhoto(bytes: number) {
  return Buffer.concat([await makeJpeg(), randomBytes(bytes)])
}

test.runIf(hasProgram('syncthing', { of: 'syncthing' }))(
  'a photo that Syncthing brings is whole and on the wall within 10 s, once, and stays when the phone deletes it',
  async () => {
    const library = await openWatched()
    const phone = await makeFolder()
    const photo = await makePhoto(20_000_000)
    await startSyncthings({ phone, server: library.folder })

    await writeFile(join(phone, 'IMG_1.jpg'), photo)
    const { id } = await library.untilShown('IMG_1.jpg', photo)
    await utimes(join(phone, 'IMG_1.jpg'), new Date(), new Date('2020-01-01'))
    await until(async () => (await stat(join(library.folder, 'IMG_1.jpg'))).mtime.getFullYear() === 2020)
    await rename(join(phone, 'IMG_1.jpg'), join(phone, 'IMG_2.jpg'))
    await until(() => stat(join(library.folder, 'IMG_2.jpg')).catch(() => null))
    await library.settle()
    await library.restart()
    await library.settle()

    const kept = (await library.names()).filter((name) => name.startsWith('IMG'))
    expect(kept).toEqual(['IMG_1.jpg'])
    expect(await library.find('IMG_1.jpg')).toMatchObject({ id, isOffline: false })
  },
)

const PASSWORD = 'a secret: of+the/phone'
const [serving = '', copying = ''] = readBlocks('docs/use/phones.md', 'sh')

/** Starts rclone as the WebDAV server of a folder, by the command of the page. */
async function startWebDav(folder: string) {
  const address = `127.0.0.1:${await freePort()}`
  const command = serving.replace('/srv/phone', folder).replace('127.0.0.1:8484', address)
  const environment = {
    ...process.env,
    PASSWORD,
    URL: `http://${address}`,
    RCLONE_CACHE_DIR: await makeFolder(),
    RCLONE_CONFIG: '/nowhere/rclone.conf',
  }
  const child = spawn('sh', ['-c', `exec ${command}`], { env: environment, stdio: 'ignore' })
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  })
  const authorization = `Basic ${Buffer.from(`phone:${PASSWORD}`).toString('base64')}`
  await until(() => fetch(environment.URL, { headers: { authorization } }).catch(() => null))
  const copy = (from: string) =>
    promisify(execFile)('sh', ['-c', copying.replace('~/storage/dcim/Camera', from)], { env: environment })
  return { url: environment.URL, authorization, copy }
}

test.runIf(hasProgram('rclone', { of: 'rclone' }))(
  'a photo that a phone sends by WebDAV is whole and on the wall within 10 s, once, however often it is sent',
  async () => {
    const library = await openWatched()
    const { url, authorization, copy } = await startWebDav(library.folder)
    const [slow, photo] = [await makePhoto(2_000_000), await makePhoto(2_000_000)]
    const camera = await makeFolder({ 'IMG_1.jpg': photo })

    const sending = request(`${url}/slow.jpg`, { method: 'PUT', headers: { authorization } })
    const answered = once(sending, 'response')
    sending.write(slow.subarray(0, 1_000_000))
    await copy(camera)
    const { id } = await library.untilShown('Camera/IMG_1.jpg', photo)
    const meanwhile = await library.names()
    sending.end(slow.subarray(1_000_000))
    await answered
    await library.untilShown('slow.jpg', slow)

    expect(meanwhile).not.toContain('slow.jpg')

    await copy(camera)
    await utimes(join(camera, 'IMG_1.jpg'), new Date(), new Date())
    await mkdir(join(camera, 'again'))
    await writeFile(join(camera, 'again/IMG_9.jpg'), photo)
    await copy(camera)
    await until(async () =>
      (await readFile(join(library.folder, 'Camera/again/IMG_9.jpg')).catch(() => null))?.equals(photo),
    )
    await rename(join(library.folder, 'Camera/IMG_1.jpg'), join(library.folder, 'Camera/IMG_2.jpg'))
    await rm(join(library.folder, 'Camera/again'), { recursive: true })
    await library.settle()
    await library.restart()
    await library.settle()

    const kept = (await library.names()).filter((name) => name.startsWith('IMG'))
    expect(kept).toEqual(['IMG_2.jpg'])
    expect(await library.find('IMG_2.jpg')).toMatchObject({ id, isOffline: false })
  },
)
