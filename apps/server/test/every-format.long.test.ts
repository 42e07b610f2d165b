import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Asset } from '@media-library/contract'
import { probe } from '@media-library/media'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './fixtures/folder.js'
import { endWriting, writeTags } from './fixtures/photo.js'
import { drawQuarters, heicPhotos, makeBmp, makeRaw, rarePictures, readQuarters, upright } from './fixtures/picture.js'
import { makeSound } from './fixtures/plain-video.js'
import { makeQuartersVideo, makeSequence } from './fixtures/quarters-video.js'
import { createUser } from './support/database/factories.js'
import { createClientFor } from './support/http/client.js'
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
  AppliedToDimensions: { W: 400, H: 300, Unit: 'pixel' },
  RegionList: [{ Area: { X: 0.5, Y: 0.5, W: 0.5, H: 0.5, Unit: 'normalized' }, Name: 'Grace', Type: 'Face' }],
}

function picture() {
  return drawQuarters(400, 300)
}

type Make = (path: string) => Promise<unknown>

/** How each file is made. */
const photos: Record<string, Make> = {
  'photo.jpg': async (path) => (await picture()).jpeg().toFile(path),
  'photo.png': async (path) => (await picture()).png().toFile(path),
  'photo.webp': async (path) => (await picture()).webp().toFile(path),
  'photo.avif': async (path) => (await picture()).avif().toFile(path),
  'photo.tiff': async (path) => (await picture()).tiff().toFile(path),
  'photo.gif': async (path) => (await picture()).gif().toFile(path),
  'photo.heic': (path) => copyFile(heicPhotos.turned, path),
  'photo.jxl': (path) => copyFile(rarePictures.jxl, path),
  'photo.jp2': (path) => copyFile(rarePictures.jp2, path),
  'photo.psd': (path) => copyFile(rarePictures.psd, path),
  'photo.ico': (path) => copyFile(rarePictures.ico, path),
  'photo.bmp': async (path) => writeFile(path, await makeBmp(400, 300)),
  'moving.avif': (path) => copyFile(rarePictures.movingAvif, path),
  'burst.heic': makeSequence,
  'photo.arw': async (path) => writeFile(path, makeRaw(await (await picture()).jpeg().toBuffer(), 1)),
}
const videos: Record<string, Make> = {
  'video.mp4': (path) => makeQuartersVideo(path, { seconds: 1 }),
  'video.mov': (path) => makeQuartersVideo(path, { seconds: 1, rotation: 90 }),
  'video.webm': (path) => makeQuartersVideo(path, { seconds: 1 }),
}
const all = { ...photos, ...videos, 'sound.mp3': makeSound }

/** Those that are to be turned clockwise to be upright. */
const turned = ['photo.heic', 'video.mov']

async function makeFiles() {
  const folder = await makeFolder()
  const plain = join(await makeFolder(), 'plain.xmp')
  await writeTags(plain, sideCar)
  for (const [name, make] of Object.entries(all)) {
    await make(join(folder, name))
    await copyFile(plain, join(folder, `${name}.xmp`))
  }
  await writeTags(join(folder, 'photo.jpg.xmp'), { RegionInfo: region })
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
  const answer = await createClientFor(server, ada).getTagAssets({ params: { id: tag.id } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return new Map(answer.body.map((asset) => [asset.originalFileName, asset]))
}

function toPath(folder: string, { ownerId, id }: Asset, extension: string) {
  return join(dataDir, folder, ownerId, id.slice(-4, -2), id.slice(-2), `${id}.${extension}`)
}

test('a folder with every format is imported, and its jobs fill in the rest', { timeout: 300_000 }, async () => {
  const folder = await makeFiles()

  const imported = await runCli(['import', folder, '--user', ada.email, '--json'], { env })
  await work()
  const assets = await listEverything()
  const failed = await runCli(['jobs', 'failed', '--json'], { env })

  expect(JSON.parse(imported.stdout).folders[0]).toMatchObject({ added: Object.keys(all).length, failed: 0 })
  expect(JSON.parse(failed.stdout)).toEqual([])
  expect([...assets.keys()].sort()).toEqual(Object.keys(all).sort())
  for (const [name, asset] of assets) {
    const type = name in photos ? 'IMAGE' : name in videos ? 'VIDEO' : 'AUDIO'
    expect(asset, name).toMatchObject({
      type,
      localDateTime: '2024-07-14T12:00:00.000Z',
      fileCreatedAt: '2024-07-14T10:00:00.000Z',
      exifInfo: { city: 'Paris', country: 'France', timeZone: 'Europe/Paris', latitude: 48.8577 },
      tags: [{ name: 'Everything' }],
      people: name === 'photo.jpg' ? [{ name: 'Grace' }] : [],
      resized: type !== 'AUDIO',
      ...(type === 'VIDEO' && { duration: '00:00:01.000' }),
    })
    if (type === 'AUDIO') continue
    const expected = turned.includes(name) ? ['blue', 'red', 'yellow', 'lime'] : upright
    expect(await readQuarters(toPath('thumbs', asset, 'jpeg')), name).toEqual(expected)
    expect(await readQuarters(toPath('thumbs', asset, 'webp')), name).toEqual(expected)
    if (type === 'IMAGE' || name === 'video.mp4') continue
    const { video } = await withFile(toPath('encoded-video', asset, 'mp4'), probe)
    expect(video?.codec, name).toBe('h264')
  }
})
