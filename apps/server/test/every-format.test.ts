import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Asset } from '@media-library/contract'
import { afterAll, expect, test } from 'vitest'
import { probe } from '../src/media/video/ffmpeg.js'
import { makeFolder } from './fixtures/folder.js'
import { endWriting, writeTags } from './fixtures/photo.js'
import { drawQuarters, heicPhotos, makeBmp, makeRaw, rarePictures, readQuarters, upright } from './fixtures/picture.js'
import { makeSound } from './fixtures/plain-video.js'
import { makeQuartersVideo, makeSequence } from './fixtures/quarters-video.js'
import { createUser } from './support/database/factories.js'
import { clientOf } from './support/http/client.js'
import { startTestServer } from './support/http/server.js'
import { withFile } from './support/jobs/open-file.js'
import { runCli, startCli } from './support/processes/cli.js'

const server = await startTestServer()
const ada = await createUser(server.database)
const dataDir = await mkdtemp(join(tmpdir(), 'media-library-test-'))
const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir }

afterAll(() => rm(dataDir, { recursive: true }))

/** What a side-car says of every file: noon by the Eiffel Tower, on a holiday. */
const sideCar = {
  'XMP-dc:Subject': ['Everything'],
  'XMP-exif:DateTimeOriginal': '2024:07:14 12:00:00',
  'XMP-exif:GPSLatitude': 48.8577,
  'XMP-exif:GPSLongitude': 2.295,
}
const region = {
  AppliedToDimensions: { W: 800, H: 600, Unit: 'pixel' },
  RegionList: [{ Area: { X: 0.5, Y: 0.5, W: 0.5, H: 0.5, Unit: 'normalized' }, Name: 'Grace', Type: 'Face' }],
}

function picture() {
  return drawQuarters(800, 600)
}

/** How each file is made, and the length that its asset tells. */
const files: Record<string, { make: (path: string) => Promise<unknown>; type: Asset['type']; duration?: string }> = {
  'photo.jpg': { type: 'IMAGE', make: async (path) => (await picture()).jpeg().toFile(path) },
  'photo.png': { type: 'IMAGE', make: async (path) => (await picture()).png().toFile(path) },
  'photo.webp': { type: 'IMAGE', make: async (path) => (await picture()).webp().toFile(path) },
  'photo.avif': { type: 'IMAGE', make: async (path) => (await picture()).avif().toFile(path) },
  'photo.tiff': { type: 'IMAGE', make: async (path) => (await picture()).tiff().toFile(path) },
  'photo.gif': { type: 'IMAGE', make: async (path) => (await picture()).gif().toFile(path) },
  'photo.heic': { type: 'IMAGE', make: (path) => copyFile(heicPhotos.turned, path) },
  'photo.jxl': { type: 'IMAGE', make: (path) => copyFile(rarePictures.jxl, path) },
  'photo.jp2': { type: 'IMAGE', make: (path) => copyFile(rarePictures.jp2, path) },
  'photo.psd': { type: 'IMAGE', make: (path) => copyFile(rarePictures.psd, path) },
  'photo.ico': { type: 'IMAGE', make: (path) => copyFile(rarePictures.ico, path) },
  'photo.bmp': { type: 'IMAGE', make: async (path) => writeFile(path, await makeBmp(800, 600)) },
  'moving.avif': { type: 'IMAGE', make: (path) => copyFile(rarePictures.movingAvif, path) },
  'burst.heic': { type: 'IMAGE', make: (path) => makeSequence(path) },
  'photo.arw': {
    type: 'IMAGE',
    make: async (path) => writeFile(path, makeRaw(await (await picture()).jpeg().toBuffer(), 1)),
  },
  'video.mp4': { type: 'VIDEO', make: (path) => makeQuartersVideo(path), duration: '00:00:02.000' },
  'video.mov': { type: 'VIDEO', make: (path) => makeQuartersVideo(path, { rotation: 90 }), duration: '00:00:02.000' },
  'video.webm': { type: 'VIDEO', make: (path) => makeQuartersVideo(path, { seconds: 3 }), duration: '00:00:03.000' },
  'sound.mp3': { type: 'AUDIO', make: (path) => makeSound(path) },
}

/** Those that are to be turned clockwise to be upright. */
const turned = ['photo.heic', 'video.mov']

async function makeFiles() {
  const folder = await makeFolder()
  for (const [name, { make }] of Object.entries(files)) {
    const path = join(folder, name)
    await make(path)
    await writeTags(`${path}.xmp`, name === 'photo.jpg' ? { ...sideCar, RegionInfo: region } : sideCar)
  }
  await endWriting()
  return folder
}

async function work() {
  const worker = startCli(['worker'], env)
  const { stdout } = await runCli(['jobs', 'watch', '--json'], { env })
  worker.kill('SIGINT')
  await new Promise((resolve) => worker.once('exit', resolve))
  return stdout
}

async function listEverything(): Promise<Map<string, Asset>> {
  const tag = await server.database.tag.findFirstOrThrow({ where: { name: 'Everything' } })
  const answer = await clientOf(server, ada).getTagAssets({ params: { id: tag.id } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return new Map(answer.body.map((asset) => [asset.originalFileName, asset]))
}

function pathOf(folder: string, { ownerId, id }: Asset, extension: string) {
  return join(dataDir, folder, ownerId, id.slice(-4, -2), id.slice(-2), `${id}.${extension}`)
}

test('a folder with every format is imported, and its jobs fill in the rest', { timeout: 300_000 }, async () => {
  const folder = await makeFiles()

  const imported = await runCli(['import', folder, '--user', ada.email, '--json'], { env })
  await work()
  const assets = await listEverything()
  const failed = await runCli(['jobs', 'failed', '--json'], { env })

  expect(JSON.parse(imported.stdout).folders[0]).toMatchObject({ added: Object.keys(files).length, failed: 0 })
  expect(JSON.parse(failed.stdout)).toEqual([])
  for (const [name, { type, duration }] of Object.entries(files)) {
    const asset = assets.get(name) as Asset
    expect(asset, name).toMatchObject({
      type,
      localDateTime: '2024-07-14T12:00:00.000Z',
      fileCreatedAt: '2024-07-14T10:00:00.000Z',
      exifInfo: {
        city: 'Paris',
        state: 'Île-de-France',
        country: 'France',
        timeZone: 'Europe/Paris',
        latitude: 48.8577,
      },
      tags: [{ name: 'Everything' }],
      ...(duration && { duration }),
    })
    expect(asset.people?.map((person) => person.name)).toEqual(name === 'photo.jpg' ? ['Grace'] : [])
    expect(asset.resized, name).toBe(type !== 'AUDIO')
    if (type === 'AUDIO') continue
    const expected = turned.includes(name) ? ['blue', 'red', 'yellow', 'lime'] : upright
    expect(await readQuarters(pathOf('thumbs', asset, 'jpeg')), name).toEqual(expected)
    expect(await readQuarters(pathOf('thumbs', asset, 'webp')), name).toEqual(expected)
    if (type === 'VIDEO' && name !== 'video.mp4') {
      expect(await withFile(pathOf('encoded-video', asset, 'mp4'), probe), name).toMatchObject({
        video: { codec: 'h264' },
      })
    }
  }
})
