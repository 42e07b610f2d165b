import { execFile } from 'node:child_process'
import { readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exiftoolPath } from 'exiftool-vendored'
import { expect, test } from 'vitest'
import { withNikonTags, withSonyDate } from '../../fixtures/camera-video.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { makePlainVideo } from '../../fixtures/plain-video.js'
import { makeUnicodePng } from '../../fixtures/slow-photo.js'
import { makeXmp, withXmp } from '../../fixtures/xmp.js'
import { withFile } from '../../support/jobs/open-file.js'
import { exif as reader } from '../../support/media/exif-reader.js'

const LAST_CHANGE = new Date('2024-02-03T04:05:06.000Z')

/** Each deformity with a text for a date, and the local time that counts for it; null where it is none. */
const deformities: Record<string, [text: string, local: string | null]> = {
  none: ['2020:01:02 03:04:05', '2020-01-02T03:04:05Z'],
  'a missing time': ['2020:01:02', '2020-01-02T12:00:00Z'],
  'missing seconds': ['2020:01:02 03:04', '2020-01-02T03:04:00Z'],
  'a missing day': ['2020:02', '2020-02-01T12:00:00Z'],
  'a year alone': ['1958', '1958-01-01T12:00:00Z'],
  'an unknown day': ['2020:02:00 00:00:00', '2020-02-01T12:00:00Z'],
  'an impossible zone': ['2020:01:02 03:04:05+99:00', '2020-01-02T03:04:05Z'],
  'an impossible form of a zone': ['2020:01:02 03:04:05+1400:00', '2020-01-02T03:04:05Z'],
  'an impossible time': ['2020:01:02 25:61:00', '2020-01-02T12:00:00Z'],
  'other separators': ['2020/01/02 03.04.05', '2020-01-02T03:04:05Z'],
  'no separators': ['20200102030405', '2020-01-02T03:04:05Z'],
  'single digits': ['2020:1:2 3:4:5', '2020-01-02T03:04:05Z'],
  'spaces for digits': ['2020: 1: 2  3: 4: 5', '2020-01-02T03:04:05Z'],
  'the signs of China': ['2020年01月02日', '2020-01-02T12:00:00Z'],
  'the signs of China and a time': ['2020年1月2日 03時04分05秒', '2020-01-02T03:04:05Z'],
  'the signs of Korea': ['2020년 1월 2일 03:04:05', '2020-01-02T03:04:05Z'],
  padding: ['  2020:01:02 03:04:05  ', '2020-01-02T03:04:05Z'],
  'a trailing Z': ['2020-01-02T03:04:05Z', '2020-01-02T03:04:05Z'],
  'names of months': ['Thu, 02 Jan 2020 03:04:05 GMT', '2020-01-02T03:04:05Z'],
  'a leap second': ['2016:12:31 23:59:60', '2016-12-31T23:59:59Z'],
  'a zero date': ['0000:00:00 00:00:00', null],
  blanks: ['    :  :     :  :  ', null],
  'the far future': ['9999:12:31 23:59:59', null],
}

/** How a file is made that has a text for a date in one source alone: its content, and arguments of exiftool. */
interface Source {
  extension: string
  content?: (text: string) => Promise<Buffer>
  sidecar?: (text: string) => string
  write?: (text: string) => string
}

const inXmp = (name: string): Source => ({
  extension: 'jpg',
  content: async (text) => withXmp(await makeJpeg(), makeXmp({ [name]: text })),
})
const inSidecar = (name: string): Source => ({ extension: 'jpg', sidecar: (text) => makeXmp({ [name]: text }) })

const sources: Record<string, Source> = {
  'the shutter in EXIF': { extension: 'jpg', write: (text) => `-EXIF:DateTimeOriginal#=${text}` },
  'the creation in EXIF': { extension: 'jpg', write: (text) => `-EXIF:CreateDate#=${text}` },
  'the shutter in XMP': inXmp('exif:DateTimeOriginal'),
  'the creation in XMP': inXmp('xmp:CreateDate'),
  'the date of Photoshop': inXmp('photoshop:DateCreated'),
  'the date of Dublin Core': inXmp('dc:date'),
  'the shutter in a side-car': inSidecar('exif:DateTimeOriginal'),
  'the date of Photoshop in a side-car': inSidecar('photoshop:DateCreated'),
  'the text of a PNG': { extension: 'png', content: async (text) => makeUnicodePng('Creation Time', text) },
  'the maker notes of a video': {
    extension: 'mov',
    content: async (text) => withNikonTags(await makeMov(), { 17: text }),
  },
  "Sony's part of a video": { extension: 'mov', content: async (text) => withSonyDate(await makeMov(), text) },
  'the keys of a video': { extension: 'mov', content: () => makeMov(), write: (text) => `-Keys:CreationDate#=${text}` },
}

let mov: Promise<Buffer> | undefined

function makeMov() {
  mov ??= (async () => {
    const path = join(await makeFolder(), 'video.mov')
    await makePlainVideo(path, 1)
    return readFile(path)
  })()
  return mov
}

async function runExiftool(...parts: string[]) {
  await promisify(execFile)('perl', [await exiftoolPath(), ...parts])
}

/** Makes a file of each deformity. One process of exiftool writes them all. */
async function makeFiles({ extension, content = () => makeJpeg(), sidecar, write }: Source): Promise<string[]> {
  const folder = await makeFolder()
  const texts = Object.values(deformities).map(([text]) => text)
  const paths = texts.map((_, index) => join(folder, `${String(index)}.${extension}`))
  for (const [index, path] of paths.entries()) {
    await writeFile(path, await content(texts[index] ?? ''))
    if (sidecar) await writeFile(`${path}.xmp`, sidecar(texts[index] ?? ''))
  }
  if (write) {
    const commands = paths.map((path, index) => ['-q', '-m', '-overwrite_original', write(texts[index] ?? ''), path])
    const list = join(folder, 'arguments.txt')
    await writeFile(list, commands.map((command) => [...command, '-execute', ''].join('\n')).join(''))
    await runExiftool('-@', list)
  }
  for (const path of paths) await utimes(path, LAST_CHANGE, LAST_CHANGE)
  return paths
}

async function readLocal(path: string) {
  const { localDateTime, exif } = await withFile(path, reader.read)
  return exif.dateTimeOriginal === null ? [null, localDateTime.toISOString()] : [localDateTime.toISOString()]
}

test.each(Object.entries(sources))(
  '%s that is there but imperfect never falls to the last change',
  async (_, source) => {
    const paths = await makeFiles(source)

    const read = await Promise.all(paths.map(readLocal))

    const named = Object.keys(deformities).map((name, index) => [name, read[index]])
    const expected = Object.entries(deformities).map(([name, [, local]]) => [
      name,
      local === null ? [null, LAST_CHANGE.toISOString()] : [new Date(local).toISOString()],
    ])
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(expected))
  },
)

/** A photo at a path, with what exiftool is to write into it, which was last changed in 2024. */
async function readPhoto(path: string, ...tags: string[]) {
  const file = join(await makeFolder({ [path]: await makeJpeg() }), path)
  if (tags.length > 0) await runExiftool('-q', '-m', '-overwrite_original', ...tags, file)
  await utimes(file, LAST_CHANGE, LAST_CHANGE)
  return withFile(file, reader.read)
}

test.each([
  ['a day of IPTC', ['-IPTC:DateCreated=2020:01:02'], '2020-01-02T12:00:00Z'],
  [
    'a day and a time of IPTC',
    ['-IPTC:DateCreated=2020:01:02', '-IPTC:TimeCreated=03:04:05+00:00'],
    '2020-01-02T03:04:05Z',
  ],
  ['a day of satellites', ['-GPSDateStamp=2020:01:02'], '2020-01-02T12:00:00Z'],
  [
    'a day of satellites at a place',
    ['-GPSDateStamp=2020:01:02', '-GPSLatitude=-41', '-GPSLatitudeRef=S', '-GPSLongitude=175', '-GPSLongitudeRef=E'],
    '2020-01-02T12:00:00Z',
  ],
  ['satellites', ['-GPSDateStamp=2020:01:02', '-GPSTimeStamp=03:04:05'], '2020-01-02T03:04:05Z'],
  [
    'the first date of Dublin Core',
    ['-XMP-dc:Date=2020:01:02 03:04:05', '-XMP-dc:Date=2021:01:02'],
    '2020-01-02T03:04:05Z',
  ],
  [
    'satellites before a date of Dublin Core',
    ['-XMP-dc:Date=2021:01:02', '-GPSDateStamp=2020:01:02', '-GPSTimeStamp=03:04:05'],
    '2020-01-02T03:04:05Z',
  ],
  ['satellites in XMP', ['-XMP-exif:GPSDateTime=2020:01:02 03:04:05Z'], '2020-01-02T03:04:05Z'],
  [
    'a day without a time, which another source has',
    ['-IPTC:DateCreated=2020:01:02', '-EXIF:CreateDate=2020:01:02 03:04:05'],
    '2020-01-02T03:04:05Z',
  ],
  [
    'a day without a time, when another source has another day',
    ['-IPTC:DateCreated=2020:01:02', '-EXIF:CreateDate=2021:01:02 03:04:05'],
    '2020-01-02T12:00:00Z',
  ],
])('dates a photo by %s', async (_, tags, local) => {
  expect((await readPhoto('photo.jpg', ...tags)).localDateTime).toEqual(new Date(local))
})
