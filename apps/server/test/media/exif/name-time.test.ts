import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg, takenAt, writeTags } from '../../fixtures/photo.js'
import { withFile } from '../../support/jobs/open-file.js'
import { exif as reader } from '../../support/media/exif-reader.js'

const written = new Date('2024-02-03T04:05:06.000Z')

/** A photo at this path that was last written in 2024, and the folder that it is in. */
async function makePhoto(path: string, content?: Buffer, writtenAt = written) {
  const folder = await makeFolder({ [path]: content ?? (await makeJpeg()) })
  await utimes(join(folder, path), writtenAt, writtenAt)
  return join(folder, path)
}

async function readPhoto(...given: Parameters<typeof makePhoto>) {
  return withFile(await makePhoto(...given), reader.read)
}

test.each([
  ['IMG-20180102-WA0001.jpg', '2018-01-02T12:00:00Z'],
  ['IMG_20200101_123456.jpg', '2020-01-01T12:34:56Z'],
  ['VID_20200101_123456.jpg', '2020-01-01T12:34:56Z'],
  ['20190714_182108(0).jpg', '2019-07-14T18:21:08Z'],
  ['PXL_20210203_040506789.MP.jpg', '2021-02-03T04:05:06.789Z'],
  ['WP_20131225_12_34_56_Pro.jpg', '2013-12-25T12:34:56Z'],
  ['DJI_20210506070809_0001_D.jpg', '2021-05-06T07:08:09Z'],
  ['Screenshot_20190304-050607.png', '2019-03-04T05:06:07Z'],
  ['Screenshot_2019-03-04-05-06-07-123_com.example.app.jpg', '2019-03-04T05:06:07.123Z'],
  ['Screen Shot 2019-07-14 at 6.21.08 PM.png', '2019-07-14T18:21:08Z'],
  ['Screenshot 2024-01-14 at 12.21.08\u202fAM.png', '2024-01-14T00:21:08Z'],
  ['Bildschirmfoto 2021-05-06 um 07.08.09.png', '2021-05-06T07:08:09Z'],
  ['Screenshot from 2019-03-04 05-06-07.png', '2019-03-04T05:06:07Z'],
  ['Screenshot 2023-05-06 070809.png', '2023-05-06T07:08:09Z'],
  ['signal-2021-05-06-070809.jpg', '2021-05-06T07:08:09Z'],
  ['signal-2021-05-06-07-08-09-123-1.jpg', '2021-05-06T07:08:09.123Z'],
  ['photo_2021-05-06_07-08-09 (2).jpg', '2021-05-06T07:08:09Z'],
  ['WhatsApp Image 2018-01-02 at 12.34.56.jpeg', '2018-01-02T12:34:56Z'],
  ['2019-07-14 18.21.08-1.jpg', '2019-07-14T18:21:08Z'],
  ['FB_IMG_1577880000123.jpg', '2020-01-01T12:00:00.123Z'],
  ['C360_2021-01-02-03-04-05-678.jpg', '2021-01-02T03:04:05.678Z'],
  ['00100lrPORTRAIT_00100_BURST20210102030405678_COVER.jpg', '2021-01-02T03:04:05.678Z'],
  ['lv_0_20210102030405.jpg', '2021-01-02T03:04:05Z'],
  ['20210102.jpg', '2021-01-02T12:00:00Z'],
  ['2021-01-02.jpg', '2021-01-02T12:00:00Z'],
  ['2021-1-2 (3).jpg', '2021-01-02T12:00:00Z'],
  ['Scan 2021-01-02.jpg', '2021-01-02T12:00:00Z'],
  ['2021 01 02 03 04 05.jpg', '2021-01-02T03:04:05Z'],
  ['2021 01 02.jpg', '2021-01-02T12:00:00Z'],
  ['2021年01月02日.jpg', '2021-01-02T12:00:00Z'],
  ['2021年1月2日 03時04分05秒.jpg', '2021-01-02T03:04:05Z'],
  ['2021년 1월 2일.jpg', '2021-01-02T12:00:00Z'],
  ['2021년 1월 3일.jpg'.normalize('NFD'), '2021-01-03T12:00:00Z'],
  ['Foto 25.12.2021.jpg', '2021-12-25T12:00:00Z'],
  ['Foto 02.01.2021 03.04.05.jpg', '2021-01-02T03:04:05Z'],
  ['Photo 12-25-2021.jpg', '2021-12-25T12:00:00Z'],
  ['Scan 10 11 2019-07-14 18.21.08.jpg', '2019-07-14T18:21:08Z'],
  ['IMG_20190228_251112.jpg', '2019-02-28T12:00:00Z'],
  ['DCIM/2019_07_14/IMG_0001.JPG', '2019-07-14T12:00:00Z'],
  ['25.12.2021/IMG_0001.JPG', '2021-12-25T12:00:00Z'],
])('dates %s, in which there is no date, by its name', async (path, time) => {
  const reading = await readPhoto(path)

  expect(reading).toMatchObject({ fileCreatedAt: new Date(time), localDateTime: new Date(time) })
  expect(reading.exif.dateTimeOriginal).toBeNull()
})

test.each([
  ['a number', 'DSC_20181.jpg'],
  ['a day that the calendar does not have', 'IMG_20190231_101112.jpg'],
  ['a day that has not been', 'IMG_20990228_101112.jpg'],
  ['a longer number', 'scan 201902281011123456.jpg'],
  ['a folder of a day with a name', '2019-07-14 Holiday/IMG_0001.JPG'],
])('takes %s for no date', async (_, path) => {
  expect((await readPhoto(path)).fileCreatedAt).toEqual(written)
})

test.each([
  ['the time at which a file was last written on the day in its name', '2018-01-02T19:20:21Z', '2018-01-02T19:20:21Z'],
  [
    'noon for a file that was last written on the day after that in its name',
    '2018-01-03T00:20:21Z',
    '2018-01-02T12:00:00Z',
  ],
  [
    'noon for a file that was last written on the day before that in its name',
    '2018-01-01T23:20:21Z',
    '2018-01-02T12:00:00Z',
  ],
])('takes %s', async (_, writtenAt, time) => {
  const { fileCreatedAt } = await readPhoto('IMG-20180102-WA0001.jpg', undefined, new Date(writtenAt))

  expect(fileCreatedAt).toEqual(new Date(time))
})

test('prefers the date in the file, and that of its side-car, to its name', async () => {
  const dated = await readPhoto('IMG_20200101_123456.jpg', await makeJpeg(takenAt('2019:05:06 07:08:09')))
  const path = await makePhoto('IMG_20200101_123457.jpg')
  await writeTags(`${path}.xmp`, { 'XMP-exif:DateTimeOriginal': '2019:05:06 07:08:09' })
  const described = await withFile(path, reader.read)

  for (const { exif, fileCreatedAt } of [dated, described]) {
    expect(fileCreatedAt).toEqual(new Date('2019-05-06T07:08:09Z'))
    expect(exif.dateTimeOriginal).toEqual(fileCreatedAt)
  }
})

test.each([
  ['IMG_20200101_123456.jpg', '2020-01-01T03:34:56Z', '2020-01-01T12:34:56Z'],
  ['PXL_20200101_123456789.jpg', '2020-01-01T12:34:56.789Z', '2020-01-01T21:34:56.789Z'],
])('takes the time in %s for that of its place, or of UTC', async (name, instant, local) => {
  const path = await makePhoto(name)
  await writeTags(path, { GPSLatitude: 35.68, GPSLatitudeRef: 'N', GPSLongitude: 139.69, GPSLongitudeRef: 'E' })

  const reading = await withFile(path, reader.read)

  expect(reading).toMatchObject({ fileCreatedAt: new Date(instant), localDateTime: new Date(local) })
})
