import { execFileSync } from 'node:child_process'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createExifReader, readFileTimes } from '@media-library/media/metadata'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import {
  cameraPhotos,
  makeJpeg,
  makeLivePhoto,
  makeTiff,
  readCameraPhoto,
  takenAt,
  writeTags,
} from '../../fixtures/photo.js'
import { makePlainVideo, makeSound } from '../../fixtures/plain-video.js'
import { makeTextPng } from '../../fixtures/slow-photo.js'
import { nestedXmp, withXmp } from '../../fixtures/xmp.js'
import { withFile } from '../../support/jobs/open-file.js'
import { exif as reader } from '../../support/media/exif-reader.js'

function read(path: string) {
  return withFile(path, reader.read)
}

/** What is read of the only file of a folder. */
async function readPhoto(content: Buffer, tags?: Record<string, unknown>) {
  const path = join(await makeFolder({ 'photo.jpg': content }), 'photo.jpg')
  if (tags) await writeTags(path, tags)
  return read(path)
}

test('reads camera, lens, exposure and place of photos from real cameras', async () => {
  const lumia = await read(cameraPhotos.lumia)
  const sony = await read(cameraPhotos.sony)

  expect(lumia).toMatchObject({
    exif: { make: 'Nokia', model: 'Lumia 820', fNumber: 2.2, iso: 100, exposureTime: '1/319', orientation: '1' },
    fileCreatedAt: new Date('2013-05-10T13:21:35Z'),
    localDateTime: new Date('2013-05-10T15:21:35Z'),
    duration: null,
  })
  expect(lumia.exif).toMatchObject({
    latitude: 55.038756,
    longitude: 8.457191,
    timeZone: 'Europe/Berlin',
    fileSizeInByte: 329_277,
  })
  expect(sony.exif).toMatchObject({
    lensModel: 'E PZ 16-50mm F3.5-5.6 OSS',
    focalLength: 22,
    exposureTime: '6',
    exifImageWidth: 6000,
    exifImageHeight: 4000,
    description: null,
  })
})

test.each([
  ['its offset', { 'EXIF:OffsetTimeOriginal': '-05:00' }, '2024-05-06T12:08:09Z', 'UTC-5'],
  [
    'the zone of its place',
    { GPSLatitude: 35.68, GPSLatitudeRef: 'N', GPSLongitude: 139.69, GPSLongitudeRef: 'E' },
    '2024-05-05T22:08:09Z',
    'Asia/Tokyo',
  ],
  [
    'the nautical zone of its place in mid-ocean',
    { 'EXIF:GPSLatitude': 30, 'EXIF:GPSLatitudeRef': 'N', 'EXIF:GPSLongitude': 40, 'EXIF:GPSLongitudeRef': 'W' },
    '2024-05-06T10:08:09Z',
    'UTC-3',
  ],
  ['the offset of its last change', { 'EXIF:OffsetTime': '+09:00' }, '2024-05-05T22:08:09Z', 'UTC+9'],
  [
    'its own offset rather than that of its last change',
    { 'EXIF:OffsetTime': '+09:00', 'EXIF:OffsetTimeOriginal': '-05:00' },
    '2024-05-06T12:08:09Z',
    'UTC-5',
  ],
  ['UTC without any', {}, '2024-05-06T07:08:09Z', null],
])('reads the local time of a photo in %s', async (_, tags, instant, timeZone) => {
  const reading = await readPhoto(await makeJpeg(takenAt('2024:05:06 07:08:09')), { Copyright: 'x', ...tags })

  expect(reading.localDateTime).toEqual(new Date('2024-05-06T07:08:09Z'))
  expect(reading.fileCreatedAt).toEqual(new Date(instant))
  expect(reading.exif.timeZone).toBe(timeZone)
})

test('keeps milliseconds', async () => {
  const reading = await readPhoto(await makeJpeg(takenAt('2024:05:06 07:08:09')), { SubSecTimeOriginal: '250' })

  expect(reading.fileCreatedAt).toEqual(new Date('2024-05-06T07:08:09.250Z'))
})

test.each([
  ['0/0', { GPSLatitude: 0, GPSLongitude: 0 }],
  ['half a position', { GPSLatitude: 48, GPSLatitudeRef: 'N' }],
])('reads %s as no place', async (_, tags) => {
  const { exif } = await readPhoto(await makeJpeg(), tags)

  expect(exif).toMatchObject({ latitude: null, longitude: null })
})

test('treats blank, zero and huge values as missing', async () => {
  const { exif } = await readPhoto(await makeJpeg(), {
    ImageDescription: '   ',
    FNumber: 0,
    'XMP-exif:ISO': 9_999_999_999,
    Model: 300,
  })

  expect(exif).toMatchObject({ description: null, fNumber: null, iso: null, model: '300' })
})

test.each([
  ['a lens of a phone', { FocalLength: 4.25, FNumber: 1.25 }, { focalLength: 4.25, fNumber: 1.25 }],
  ['more digits than anybody shows', { FNumber: '1.77999997' }, { fNumber: 1.78 }],
  ['a third of a second', { ExposureTime: 0.333333 }, { exposureTime: '1/3' }],
  ['half a second', { ExposureTime: 0.5 }, { exposureTime: '1/2' }],
  ['a time between the fractions', { ExposureTime: 0.6 }, { exposureTime: '0.6' }],
  ['a short time', { ExposureTime: 1 / 4000 }, { exposureTime: '1/4000' }],
  ['a long time', { ExposureTime: 2.5 }, { exposureTime: '2.5' }],
  ['30 seconds', { ExposureTime: 30 }, { exposureTime: '30' }],
  ['no time', { ExposureTime: 0 }, { exposureTime: null }],
])('reads %s as the camera shows it', async (_, tags, expected) => {
  const { exif } = await readPhoto(await makeJpeg(), tags)

  expect(exif).toMatchObject(expected)
})

test.each([
  ['differ, or have no digest', undefined, ['Sea', 'Sun', 'Dog']],
  ['are an older copy of those of XMP, as their digest proves', 'new' as const, ['Sea', 'Sun']],
])('joins the keywords of IPTC that %s', async (_, digest, keywords) => {
  const path = join(await makeFolder({ 'photo.jpg': await makeJpeg() }), 'photo.jpg')
  await writeTags(path, { 'IPTC:Keywords': ['Sea', 'Dog'], 'XMP-dc:Subject': ['Sea', 'Sun'] })
  if (digest) await writeTags(path, { 'Photoshop:IPTCDigest': digest })

  expect((await read(path)).keywords).toEqual(keywords)
})

test('does not take a keyword that IPTC had to cut for another one', async () => {
  const long = `${'long '.repeat(20)}name`
  const tags = { 'IPTC:Keywords': [long.slice(0, 64)], 'XMP-dc:Subject': [long] }

  expect((await readPhoto(await makeJpeg(), tags)).keywords).toEqual([long])
})

test('reads the content identifier in the maker notes of an iPhone', async () => {
  const { exif } = await readPhoto(await makeLivePhoto('A1-B2'))

  expect(exif.livePhotoCid).toBe('A1-B2')
})

test('reads the projection of a panorama', async () => {
  const { exif } = await readPhoto(await makeJpeg(), { 'XMP-GPano:ProjectionType': 'equirectangular' })

  expect(exif.projectionType).toBe('EQUIRECTANGULAR')
})

test('reads duration and place of a video, and its dates as UTC', async () => {
  const path = join(await makeFolder(), 'video.mov')
  await makePlainVideo(path, 2, { creation_time: '2023-05-06T07:08:09Z', location: '+48.8577+002.2950/' })

  const reading = await read(path)

  expect(reading).toMatchObject({
    duration: '00:00:02.000',
    fileCreatedAt: new Date('2023-05-06T07:08:09Z'),
    localDateTime: new Date('2023-05-06T09:08:09Z'),
    exif: { latitude: 48.8577, longitude: 2.295, timeZone: 'Europe/Paris', exifImageWidth: 64, exifImageHeight: 48 },
  })
})

test('uses the time of the file where nothing inside it gives one', async () => {
  const path = join(await makeFolder(), 'sound.m4a')
  await makeSound(path)
  await utimes(path, 1_700_000_000, 1_700_000_000.5)

  const reading = await read(path)

  expect(reading).toMatchObject({ fileCreatedAt: new Date(1_700_000_000_500), exif: { dateTimeOriginal: null } })
  expect(reading.duration).toMatch(/^00:00:01\.\d{3}$/)
  expect((await withFile(path, readFileTimes)).fileCreatedAt).toEqual(reading.fileCreatedAt)
})

test.each(['photo.jpg.xmp', 'photo.xmp', 'photo.JPG.XMP', 'PHOTO.JPG.xmp'])('prefers the sidecar %s', async (name) => {
  const folder = await makeFolder({ 'photo.jpg': await readCameraPhoto('lumia') })
  await writeTags(join(folder, name), {
    'XMP-dc:Description': 'Mine',
    'XMP-exif:DateTimeOriginal': '2020:01:02 03:04:05+02:00',
    'XMP-exif:GPSLatitude': -33.9,
    'XMP-exif:GPSLongitude': 18.4,
    'XMP-tiff:ImageWidth': 1,
  })

  const reading = await read(join(folder, 'photo.jpg'))

  expect(reading).toMatchObject({
    fileCreatedAt: new Date('2020-01-02T01:04:05Z'),
    localDateTime: new Date('2020-01-02T03:04:05Z'),
    exif: { description: 'Mine', latitude: -33.9, longitude: 18.4, model: 'Lumia 820', exifImageWidth: 1278 },
  })
})

test('leaves the side-car of a photo whose name differs in its case alone to that photo', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg(), 'a.JPG': await makeJpeg() })
  await writeTags(join(folder, 'a.jpg.xmp'), { 'XMP-dc:Description': 'Mine' })

  expect((await read(join(folder, 'a.jpg'))).exif.description).toBe('Mine')
  expect((await read(join(folder, 'a.JPG'))).exif.description).toBeNull()
})

test('reads a side-car of Lightroom for the RAW file of a shot, and not for its JPEG', async () => {
  const folder = await makeFolder({ 'IMG_1.jpg': await makeJpeg(), 'IMG_1.dng': await makeTiff() })
  await writeTags(join(folder, 'IMG_1.dng'), { DNGVersion: '1 4 0 0' })
  await writeTags(join(folder, 'IMG_1.xmp'), { 'XMP-dc:Subject': ['Sea'], 'XMP-photoshop:SidecarForExtension': 'DNG' })

  expect((await read(join(folder, 'IMG_1.dng'))).keywords).toEqual(['Sea'])
  expect((await read(join(folder, 'IMG_1.jpg'))).keywords).toEqual([])
})

test.each([
  ['', ['Sea', 'exported']],
  [' of an old version', ['Sea', 'darktable', 'exported', 'jpeg']],
])('does not take the notes of darktable%s for keywords', async (version, subject) => {
  const folder = await makeFolder({ 'photo.jpg': await makeJpeg() })
  await writeTags(join(folder, 'photo.jpg.xmp'), {
    'XMP-dc:Subject': subject,
    'XMP-lr:HierarchicalSubject': ['Places|Sea', 'darktable|exported', 'darktable|format|jpeg'],
  })

  expect((await read(join(folder, 'photo.jpg'))).keywords).toEqual(version ? ['Sea'] : ['Sea', 'exported'])
})

test('takes the local time in a side-car of digiKam for that of the moment in its film', async () => {
  const path = join(await makeFolder(), 'film.mov')
  await makePlainVideo(path, 1, { creation_time: '2023-01-06T07:08:09Z' })
  await writeTags(`${path}.xmp`, { 'XMP-exif:DateTimeOriginal': '2023:01:06 08:08:09' })

  expect(await read(path)).toMatchObject({
    fileCreatedAt: new Date('2023-01-06T07:08:09Z'),
    localDateTime: new Date('2023-01-06T08:08:09Z'),
    exif: { timeZone: 'UTC+1' },
  })
})

test('is not confused by text that looks like the end of an answer', async () => {
  const name = '{ready}.jpg'
  const path = join(await makeFolder({ [name]: await makeJpeg({ IFD0: { ImageDescription: 'a\n{ready}\nb' } }) }), name)

  const { exif } = await read(path)

  expect(exif.description).toBe('a\n{ready}\nb')
})

test('gives up on a file that never ends, and reads the next one', async () => {
  const folder = await makeFolder({ 'photo.jpg': await makeJpeg() })
  execFileSync('mkfifo', [join(folder, 'pipe.jpg')])
  const impatient = createExifReader({ processes: 1, timeoutMs: 1_000 })
  const readFrom = (steadyPath: string) =>
    withFile(join(folder, 'photo.jpg'), (file) => impatient.read({ ...file, steadyPath }))

  await expect(readFrom(join(folder, 'pipe.jpg'))).rejects.toThrow('reading its metadata took longer')
  expect((await readFrom(join(folder, 'photo.jpg'))).exif.exifImageWidth).toBe(60)
  await impatient.close()
})

test('reads a photo without its packed texts where they are more than 4 MB together', async () => {
  const texts = { 'large.png': Buffer.alloc(2 ** 28, 'a'), 'usual.png': Buffer.from('A harbour') }
  const packed = Object.entries(texts).map(([name, text]) => [name, makeTextPng('Description', text)] as const)
  const folder = await makeFolder(Object.fromEntries(packed))
  const [large, usual] = [await read(join(folder, 'large.png')), await read(join(folder, 'usual.png'))]

  expect(large.exif).toMatchObject({ description: null, exifImageWidth: 8 })
  expect(usual.exif).toMatchObject({ description: 'A harbour', exifImageWidth: 8 })
})

test('reads a photo and its side-car soon, whose XMP is nested 3,000 deep, without what is nested deeper than 100', async () => {
  const deep = nestedXmp(3_000)
  const content = withXmp(await makeJpeg(takenAt('2023:01:02 03:04:05')), nestedXmp(2_000))
  const path = join(await makeFolder({ 'photo.jpg': content, 'photo.jpg.xmp': deep }), 'photo.jpg')
  const hurried = createExifReader({ processes: 2, timeoutMs: 10_000 })
  onTestFinished(() => hurried.close())

  const { exif, localDateTime } = await withFile(path, hurried.read)

  expect(exif.description).toBe('A harbour')
  expect(localDateTime).toEqual(new Date('2023-01-02T03:04:05Z'))
})
