import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { seeded } from './drawing/random.js'
import { writeTags } from './exiftool.js'
import { encode, FPS } from './ffmpeg.js'
import { drawShot } from './photo.js'
import type { Place, Shot } from './places.js'
import { videoTagsOf } from './video-tags.js'

/** Adds the video to a painted photo, `<path>.jpg`, and gives both the identifier by which an iPhone pairs them. */
export async function paintLivePhoto(place: Place, shot: Shot, path: string): Promise<void> {
  const contentIdentifier = identifierOf(`${place.folder}/${shot.name}`)
  await encode(Readable.from(framesOf(place, shot)), { ...SIZE, path: `${path}.mov` })
  await writeTags(`${path}.mov`, { ...videoTagsOf(place, shot), 'Keys:ContentIdentifier': contentIdentifier })
  await writeMakerNotes(`${path}.jpg`, contentIdentifier)
}

const SECONDS = 2
const SIZE = { width: 720, height: 540 }

/** The camera moves a little to the right while it is held. */
async function* framesOf(place: Place, shot: Shot): AsyncGenerator<Buffer> {
  const [width, height] = [1600, 1200]
  const drawing = await sharp(drawShot(place, shot, { width, height }))
    .png()
    .toBuffer()
  const count = SECONDS * FPS
  for (let frame = 0; frame < count; frame += 1) {
    const share = frame / (count - 1)
    const window = { left: Math.round(160 * share), top: Math.round(60 * Math.sin(share * Math.PI)) }
    const view = await sharp(drawing)
      .extract({ ...window, width: 1440, height: 1080 })
      .resize(SIZE)
    yield await view.removeAlpha().raw().toBuffer()
  }
}

/** exiftool makes no maker notes, but copies those of another file. */
async function writeMakerNotes(path: string, contentIdentifier: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'maker-notes-'))
  const source = join(folder, 'source.jpg')
  await writeFile(source, await withMakerNotes(contentIdentifier))
  await writeTags(path, {}, ['-TagsFromFile', source, '-MakerNotes'])
  await rm(folder, { recursive: true })
}

/** A JPEG of one pixel with the maker notes of an iPhone, in which only the identifier stands. */
async function withMakerNotes(contentIdentifier: string): Promise<Buffer> {
  const ascii = Buffer.from(`${contentIdentifier}\0`)
  const makerNotes = Buffer.concat([
    Buffer.from('Apple iOS\0\0\x01MM', 'latin1'),
    directory(entry(0x11, 2, ascii.length, 14 + 18)),
    ascii,
  ])
  const tiff = Buffer.concat([
    Buffer.from('MM\0\x2a\0\0\0\x08', 'latin1'),
    directory(entry(0x8769, 4, 1, 8 + 18)),
    directory(entry(0x927c, 7, makerNotes.length, 8 + 18 + 18)),
    makerNotes,
  ])
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const header = Buffer.from([0xff, 0xe1, 0, 0])
  header.writeUInt16BE(segment.length + 2, 2)
  const jpeg = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
    .jpeg()
    .toBuffer()
  return Buffer.concat([jpeg.subarray(0, 2), header, segment, jpeg.subarray(2)])
}

/** An entry of a TIFF directory, big endian. */
function entry(tag: number, type: number, count: number, value: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(tag, 0)
  bytes.writeUInt16BE(type, 2)
  bytes.writeUInt32BE(count, 4)
  bytes.writeUInt32BE(value, 8)
  return bytes
}

/** A TIFF directory with one entry. */
function directory(only: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0, 1]), only, Buffer.alloc(4)])
}

/** A UUID that is always the same for a shot. */
function identifierOf(name: string): string {
  const random = seeded(`${name}/identifier`)
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5').toUpperCase()
}
