import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withNikonTags, withSonyDate } from '../../fixtures/camera-video.js'
import { makeFolder } from '../../fixtures/folder.js'
import { cameraPhotos, makeJpeg, writeTags } from '../../fixtures/photo.js'
import { makePlainVideo } from '../../fixtures/plain-video.js'
import { withFile } from '../../support/jobs/open-file.js'
import { exif as reader } from '../../support/media/exif-reader.js'

async function readTime(path: string) {
  const { fileCreatedAt, localDateTime, exif } = await withFile(path, reader.read)
  const [instant, local] = [fileCreatedAt, localDateTime].map((date) => date.toISOString().slice(0, 19))
  return `${local}, ${instant} UTC, ${exif.timeZone}`
}

const berlin = { GPSLatitude: 52.5, GPSLatitudeRef: 'N', GPSLongitude: 13.4, GPSLongitudeRef: 'E' }
const shot = (DateTimeOriginal: string) => ({ DateTimeOriginal })
const satellites = (GPSDateStamp: string, GPSTimeStamp: string) => ({ GPSDateStamp, GPSTimeStamp })
const sidecarAt = (text: string) => ({ 'XMP-exif:DateTimeOriginal': text })

test.each<[string, Record<string, unknown>, Record<string, unknown> | null, string]>([
  [
    'an offset of another date of the moment',
    { ...shot('2019:07:14 12:20:56'), OffsetTimeOriginal: '+02:00' },
    sidecarAt('2019:07:14 10:20:56Z'),
    '2019-07-14T12:20:56, 2019-07-14T10:20:56 UTC, UTC+2',
  ],
  [
    'another date of the moment, for one with the zone UTC',
    { ...shot('2019:07:14 12:20:56'), SubSecTimeOriginal: '25', OffsetTimeOriginal: '+02:00' },
    sidecarAt('2019:07:14 10:20:56+00:00'),
    '2019-07-14T12:20:56, 2019-07-14T10:20:56 UTC, UTC+2',
  ],
  [
    'the place, for a date in UTC',
    berlin,
    sidecarAt('2019:07:14 10:20:56Z'),
    '2019-07-14T12:20:56, 2019-07-14T10:20:56 UTC, Europe/Berlin',
  ],
  [
    'a date in UTC of the same moment',
    shot('2019:07:14 12:20:56'),
    { 'XMP-xmp:CreateDate': '2019:07:14 10:20:56Z' },
    '2019-07-14T12:20:56, 2019-07-14T10:20:56 UTC, UTC+2',
  ],
  [
    'the time of satellites',
    { ...shot('2019:07:14 12:20:56'), ...satellites('2019:07:14', '10:18:40') },
    null,
    '2019-07-14T12:20:56, 2019-07-14T10:20:56 UTC, UTC+2',
  ],
  [
    'nothing, when the satellites were seen long before',
    { ...shot('2024:01:18 12:35:41'), ...satellites('2024:01:18', '09:18:40') },
    null,
    '2024-01-18T12:35:41, 2024-01-18T12:35:41 UTC, null',
  ],
  [
    'the place, for satellites alone',
    { ...berlin, ...satellites('2019:07:14', '10:20:56') },
    null,
    '2019-07-14T12:20:56, 2019-07-14T10:20:56 UTC, Europe/Berlin',
  ],
  [
    'the time of satellites, in the first of two equal hours',
    { ...berlin, ...shot('2024:10:27 02:30:00'), ...satellites('2024:10:27', '00:31:00') },
    null,
    '2024-10-27T02:30:00, 2024-10-27T00:30:00 UTC, Europe/Berlin',
  ],
  [
    'the time of satellites, in the second of two equal hours',
    { ...berlin, ...shot('2024:10:27 02:30:00'), ...satellites('2024:10:27', '01:29:00') },
    null,
    '2024-10-27T02:30:00, 2024-10-27T01:30:00 UTC, Europe/Berlin',
  ],
])('finds the zone of a photo by %s', async (_, tags, besideIt, expected) => {
  const path = join(await makeFolder({ 'photo.jpg': await makeJpeg() }), 'photo.jpg')
  await writeTags(path, tags)
  if (besideIt) await writeTags(`${path}.xmp`, besideIt)

  expect(await readTime(path)).toBe(expected)
})

test('finds the zone of a photo by the time in UTC that a Sony adds, some seconds before the shutter', async () => {
  expect(await readTime(cameraPhotos.sony)).toBe('2014-04-18T20:33:53, 2014-04-18T19:33:53 UTC, UTC+1')
})

test.each([
  ['UTC', 'UTC'],
  ['CEST', 'UTC+2'],
  ['+02:00:00', 'UTC+2'],
  ['-00:00', 'UTC'],
  ['-12:00', 'UTC-12'],
  ['+14:00', 'UTC+14'],
  ['+05:45', 'UTC+5:45'],
  ['+99:00', null],
  ['+24:00', null],
  ['-13:00', null],
  ['+1:60', null],
  ['+01:07', null],
])('reads the offset %s, if a clock can have it', async (offset, zone) => {
  const path = join(await makeFolder({ 'photo.jpg': await makeJpeg() }), 'photo.jpg')
  await writeTags(path, { ...shot('2024:07:18 12:35:41'), 'OffsetTimeOriginal#': offset })

  const { localDateTime, exif } = await withFile(path, reader.read)

  expect(localDateTime).toEqual(new Date('2024-07-18T12:35:41Z'))
  expect(exif.timeZone).toBe(zone)
})

const nikon = { 17: '2023:06:01 12:30:00', 25: '+08:00' }

test.each<[string, string, (mov: Buffer) => Buffer, Record<string, unknown>, string]>([
  [
    'the maker, whose time is local',
    '2023-06-01T12:30:00Z',
    (mov) => withNikonTags(mov, nikon),
    {},
    '2023-06-01T12:30:00, 2023-06-01T04:30:00 UTC, UTC+8',
  ],
  [
    'the header in UTC beside the local time of the maker',
    '2023-06-01T04:30:00Z',
    (mov) => withNikonTags(mov, { 17: '2023:06:01 12:30:00' }),
    {},
    '2023-06-01T12:30:00, 2023-06-01T04:30:00 UTC, UTC+8',
  ],
  [
    "Sony's part",
    '2023-06-01T22:30:00Z',
    (mov) => withSonyDate(mov, '2023-06-02T00:30:00+02:00'),
    {},
    '2023-06-02T00:30:00, 2023-06-01T22:30:00 UTC, UTC+2',
  ],
  [
    "Samsung's key",
    '2023-06-01T22:30:00Z',
    (mov) => mov,
    { 'Keys:AndroidTimeZone': '+0200' },
    '2023-06-02T00:30:00, 2023-06-01T22:30:00 UTC, UTC+2',
  ],
  [
    'the header in UTC beside a key with a false offset',
    '2018-03-03T18:06:07Z',
    (mov) => mov,
    { 'Keys:CreationDate': '2018:03:04 05:06:07+00:00' },
    '2018-03-04T05:06:07, 2018-03-03T18:06:07 UTC, UTC+11',
  ],
  ['nothing', '2023-06-01T22:30:00Z', (mov) => mov, {}, '2023-06-01T22:30:00, 2023-06-01T22:30:00 UTC, null'],
])('finds the zone of a video by %s', async (_, header, change, tags, expected) => {
  const path = join(await makeFolder(), 'video.mov')
  await makePlainVideo(path, 1, { creation_time: header })
  await writeFile(path, change(await readFile(path)))
  if (Object.keys(tags).length > 0) await writeTags(path, tags)

  expect(await readTime(path)).toBe(expected)
})

test.each([
  ['20230601_123000.mp4', '2023:06:01 10:30:00', '2023-06-01T12:30:00, 2023-06-01T10:30:00 UTC, UTC+2'],
  ['VID_20230601_123000.mp4', '2023:06:01 15:32:30', '2023-06-01T12:32:30, 2023-06-01T15:32:30 UTC, UTC-3'],
  ['VID_20230601_123000.mp4', '2023:06:01 12:30:00', '2023-06-01T12:30:00, 2023-06-01T12:30:00 UTC, null'],
  ['VID_20230601_123000.mp4', '2023:06:03 12:30:00', '2023-06-03T12:30:00, 2023-06-03T12:30:00 UTC, null'],
  ['PXL_20230601_123000000.mp4', '2023:06:01 10:30:00', '2023-06-01T10:30:00, 2023-06-01T10:30:00 UTC, null'],
  ['VID-20230601-WA0001.mp4', '2023:06:01 10:30:00', '2023-06-01T10:30:00, 2023-06-01T10:30:00 UTC, null'],
])('the local time in the name %s and the header of a video at %s UTC give %s', async (name, header, expected) => {
  const path = join(await makeFolder(), name)
  await makePlainVideo(path, 1)
  await writeTags(path, { 'QuickTime:CreateDate': header })

  expect(await readTime(path)).toBe(expected)
})
