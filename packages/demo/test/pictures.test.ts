import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ExifTool } from 'exiftool-vendored'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { paintPhoto } from '../painter/photo.js'
import { placesOfAda, placesOfBen } from '../painter/places.js'
import { folder, pictures } from '../src/index.js'

const exiftool = new ExifTool({ maxProcs: 1 })
afterAll(() => exiftool.end())

function read(path: string) {
  return exiftool.read(join(folder, path))
}

describe('the pictures', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
    .map(({ parentPath, name }) => join(parentPath, name))

  test("are those of the manifest, and of the painter's shots", () => {
    const shots = [...placesOfAda, ...placesOfBen].flatMap((place) => place.shots)

    expect(files.toSorted()).toEqual(pictures.map(({ path }) => join(folder, path)).toSorted())
    expect(shots.filter(({ medium }) => medium === 'photo')).toHaveLength(40)
    expect(files).toHaveLength(shots.length + 1)
  })

  test('have at most 5 MB', () => {
    const bytes = files.map((path) => statSync(path).size)

    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(5_000_000)
  })

  test('look the way the painter paints them', async () => {
    const [place] = placesOfAda.filter(({ folder }) => folder === 'sossusvlei')
    const [shot] = place?.shots.filter(({ name }) => name === 'big-daddy') ?? []
    if (!place || !shot) throw new Error('there is no sossusvlei/big-daddy')
    const pixelsOf = (input: Buffer | string) => sharp(input).raw().toBuffer()

    const painted = await pixelsOf(await paintPhoto(place, shot).toBuffer())
    const kept = await pixelsOf(join(folder, 'ada/sossusvlei/big-daddy.jpg'))

    // Rounding differs a little from processor to processor.
    const differences = kept.map((value, at) => Math.abs(value - (painted[at] ?? 255)))
    const mean = differences.reduce((sum, difference) => sum + difference, 0) / kept.length
    expect(painted).toHaveLength(kept.length)
    expect(mean).toBeLessThan(1)
  })
})

test("exiftool reads a photo's place, time, camera and orientation", async () => {
  const tags = await read('ada/bora-bora/palms.jpg')

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
})

test.each([
  ['north of the equator, east of Greenwich', 'tromso/cabins', 69.6492, 18.9553],
  ['north, west', 'new-york/east-river', 40.7022, -73.9957],
  ['south, east', 'sossusvlei/deadvlei', -24.7596, 15.2928],
])('a place %s has its coordinates', async (_, shot, latitude, longitude) => {
  const tags = await read(`ada/${shot}.jpg`)

  expect(tags.GPSLatitude).toBeCloseTo(latitude, 2)
  expect(tags.GPSLongitude).toBeCloseTo(longitude, 2)
})

test.each([
  ['serengeti/umbrella-thorn', 6],
  ['kawaguchiko/north-shore', 8],
])('%s is stored sideways, and is upright with the sky above for a viewer', async (shot, orientation) => {
  const path = join(folder, `ada/${shot}.jpg`)

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
})

test('a panorama is marked as one', async () => {
  const tags = await read('ada/serengeti/plain.jpg')

  expect(tags.ProjectionType).toBe('equirectangular')
  expect(tags.Make).toBe('Canon')
})

test('the video is H.264, with its duration, place and time', async () => {
  const tags = await read('ada/bora-bora/sundown.mp4')

  expect(tags).toMatchObject({ CompressorID: 'avc1', Duration: 5, Make: 'Apple', Description: 'The sun goes down' })
  expect(tags.GPSLatitude).toBeCloseTo(-16.5004, 2)
  expect(String(tags.CreationDate)).toBe('2024-05-22T17:22:08-10:00')
})

test('the two files of the live photo have the same identifier', async () => {
  const [photo, video] = await Promise.all([read('ada/bora-bora/reef.jpg'), read('ada/bora-bora/reef.mov')])

  expect(photo.ContentIdentifier).toMatch(/^[0-9A-F-]{36}$/)
  expect(video.ContentIdentifier).toBe(photo.ContentIdentifier)
  expect(video.Duration).toBe(2)
})
