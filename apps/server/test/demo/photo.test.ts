import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExifTool } from 'exiftool-vendored'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePhoto } from '../../src/demo/photo.js'
import { type Place, placesOfAda, type Shot } from '../../src/demo/places.js'

let folder: string
const exiftool = new ExifTool({ maxProcs: 1 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-photo-'))
})

afterAll(async () => {
  await exiftool.end()
  await rm(folder, { recursive: true })
})

const find = (placeName: string, shotName: string): { place: Place; shot: Shot } => {
  const place = placesOfAda.find((one) => one.folder === placeName)
  const shot = place?.shots.find((one) => one.name === shotName)
  if (!place || !shot) throw new Error(`no ${placeName}/${shotName}`)
  return { place, shot }
}

const make = async (placeName: string, shotName: string, into = folder) => {
  const { place, shot } = find(placeName, shotName)
  await makePhoto(into, place, shot)
  return join(into, placeName, `${shotName}.jpg`)
}

test('a photo tells exiftool its place, time, camera and orientation', async () => {
  const path = await make('bora-bora', 'palms')

  const tags = await exiftool.read(path)

  expect(tags).toMatchObject({
    Make: 'NIKON CORPORATION',
    Model: 'NIKON Z 6_2',
    LensModel: 'NIKKOR Z 24-70mm f/4 S',
    FNumber: 5.6,
    ExposureTime: '1/500',
    ISO: 100,
    FocalLength: '50.0 mm',
    ImageDescription: 'Palms on the motu',
    Orientation: 8,
    OffsetTimeOriginal: '-10:00',
  })
  expect(tags.GPSLatitude).toBeCloseTo(-16.5004, 2)
  expect(tags.GPSLongitude).toBeCloseTo(-151.7415, 2)
  expect(String(tags.DateTimeOriginal)).toBe('2024-05-21T12:33:06-10:00')
  expect((await stat(path)).mtime).toEqual(new Date('2024-05-21T22:33:06Z'))
})

test.each([
  ['north of the equator, east of Greenwich', 'tromso', 'cabins', 69.6492, 18.9553],
  ['north, west', 'new-york', 'east-river', 40.7022, -73.9957],
  ['south, east', 'sossusvlei', 'deadvlei', -24.7596, 15.2928],
])('a place %s is where it is', async (_, place, shot, latitude, longitude) => {
  const tags = await exiftool.read(await make(place, shot))

  expect(tags.GPSLatitude).toBeCloseTo(latitude, 2)
  expect(tags.GPSLongitude).toBeCloseTo(longitude, 2)
})

test.each([
  ['serengeti', 'umbrella-thorn', 6],
  ['kawaguchiko', 'north-shore', 8],
])(
  '%s/%s lies on its side in the file, and is upright with the sky above for a viewer',
  async (place, shot, orientation) => {
    const path = await make(place, shot)

    const { width, height, orientation: told } = await sharp(path).metadata()
    const upright = await sharp(path).autoOrient().toBuffer({ resolveWithObject: true })
    const blueAt = async (top: number) => {
      const part = await sharp(upright.data).extract({ left: 500, top, width: 200, height: 60 }).toBuffer()
      const [red, , blue] = (await sharp(part).stats()).channels
      return (blue?.mean ?? 0) - (red?.mean ?? 0)
    }

    expect([width, height, told]).toEqual([1600, 1200, orientation])
    expect([upright.info.width, upright.info.height]).toEqual([1200, 1600])
    expect(await blueAt(20)).toBeGreaterThan(50)
    expect(await blueAt(20)).toBeGreaterThan(await blueAt(850))
  },
)

test('a view all around says so', async () => {
  const tags = await exiftool.read(await make('serengeti', 'plain'))

  expect(tags.ProjectionType).toBe('equirectangular')
  expect(tags.Make).toBe('Canon')
})

test('a second drawing has the same bytes', async () => {
  const first = await make('sossusvlei', 'big-daddy')

  const second = await make('sossusvlei', 'big-daddy', join(folder, 'again'))

  expect(await readFile(second)).toEqual(await readFile(first))
})

test('a photo that exists is left as it is', async () => {
  const path = await make('sossusvlei', 'southern-sky')
  await writeFile(path, 'touched')

  await make('sossusvlei', 'southern-sky')

  expect(await readFile(path, 'utf8')).toBe('touched')
})
