import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { makeJpeg, takenAt, writeTags } from '../../fixtures/photo.js'
import { makePlainVideo } from '../../fixtures/plain-video.js'

/** What the library must answer of a file, and of which albums it is in. */
export interface Expected {
  dateTimeOriginal: string | null
  /** Null where it is the time of the last change. */
  localDateTime: string | null
  latitude: number | null
  longitude: number | null
  description: string | null
  tags: string[]
  people: string[]
  isFavorite: boolean
  isArchived: boolean
  albums: string[]
  /** The name of the file that is stacked on this one, or lies under this one, in its folder. */
  under: string | null
}

/** An export: its files by their paths, and what must become of those that are imported. */
export interface ExportFixture {
  files: Map<string, Buffer>
  expected: Map<string, Expected>
  /** The paths of copies, each with that of the file whose content it has. */
  copies: Map<string, string>
  /** The paths of videos of live photos, each with that of its photo. */
  halves: Map<string, string>
  trashed: number
  undescribed: number
}

type Note = Record<string, unknown>

/** The answer about a photo that nobody describes. */
export const nothing: Expected = {
  dateTimeOriginal: null,
  localDateTime: null,
  latitude: null,
  longitude: null,
  description: null,
  tags: [],
  people: [],
  isFavorite: false,
  isArchived: false,
  albums: [],
  under: null,
}

const ROOT = 'Takeout/Google Fotos'
const YEAR = `${ROOT}/Photos from 2019`
const BEHIND = 'supplemental-metadata'

/** The name that Google gives to the note of a photo with a title: until 2024, and since then. */
const old = (title: string, counter = '') => `${title.slice(0, 46)}${counter}.json`
const recent = (title: string, counter = '') => `${`${title}.${BEHIND}`.slice(0, 46)}${counter}.json`

interface Size {
  /** The number of photos of each naming, at least three of the one whose photos are in albums. */
  names: number
  /** The number of photos with each fact. */
  facts: number
}

/** Makes an export with all namings, facts, albums, and what is left out. */
export async function makeTakeout({ names, facts }: Size = { names: 1, facts: 1 }): Promise<ExportFixture> {
  const made: ExportFixture = {
    files: new Map(),
    expected: new Map(),
    copies: new Map(),
    halves: new Map(),
    trashed: 0,
    undescribed: 0,
  }
  const { files, expected } = made
  let number = 0

  /** Adds a photo with a note, and returns its path. */
  const add = async (
    folder: string,
    { name, note = recent(name), facts = {}, told = {}, content }: Added,
  ): Promise<string> => {
    number += 1
    const path = `${folder}/${name}`
    const taken = Date.UTC(2019, 6, 1, 10, 0, number) / 1_000
    files.set(path, content ?? (await makeJpeg()))
    files.set(
      `${folder}/${note}`,
      toJson({ title: name, photoTakenTime: { timestamp: `${taken}` }, url: 'https://photos.google.com/', ...facts }),
    )
    const dateTimeOriginal = new Date(taken * 1_000).toISOString()
    expected.set(path, { ...nothing, dateTimeOriginal, localDateTime: dateTimeOriginal, ...told })
    return path
  }

  await addNames(add, names)
  await addFacts(add, facts)
  await addEdited(made, add)
  await addHalves(made, add)
  await addAlbums(made, add)
  await addLeftOut(made, add)
  return made
}

interface Added {
  name: string
  note?: string
  facts?: Note
  told?: Partial<Expected>
  content?: Buffer
}

type Add = (folder: string, added: Added) => Promise<string>

async function addNames(add: Add, count: number) {
  for (const each of numbers(Math.max(3, count)))
    await add(YEAR, { name: `IMG_${each}.jpg`, note: old(`IMG_${each}.jpg`) })
  for (const each of numbers(count)) {
    await add(YEAR, { name: `DSC_${each}.JPG` })
    await add(YEAR, { name: `Screenshot_20231027_1233${each}_Facebook.jpg` })
    const long = `Screenshot_2024-08-31-00-53-${each}-647_com.snapchat.android.jpg`
    await add(YEAR, { name: `${long.slice(0, 47)}.jpg`, note: old(long) })
  }
  for (const each of ['1', '12']) {
    await add(YEAR, { name: `IMG_0007(${each}).jpg`, note: old('IMG_0007.jpg', `(${each})`) })
    await add(YEAR, { name: `DSC_0007(${each}).JPG`, note: recent('DSC_0007.JPG', `(${each})`) })
    await add(YEAR, {
      name: `Backyard_ceremony_wedding_photography_xxxxxxx_m(${each}).jpg`,
      note: old('Backyard_ceremony_wedding_photography_xxxxxxx_m.jpg', `(${each})`),
    })
  }
  await add(YEAR, { name: 'uploaded (3).jpg' })
  await add(YEAR, { name: 'without extension.jpg', note: recent('without extension') })
  await add(YEAR, { name: `${'😀'.repeat(23)}😛.jpg`, note: old('😀'.repeat(24)) })
  await add(YEAR, { name: `${'a'.repeat(42)} 2.jpg`, note: old(`${'a'.repeat(42)} 2.jpg`) })
}

async function addFacts(add: Add, count: number) {
  const place = { latitude: 48.858222, longitude: 2.2945 }
  const paris = (seconds: number) => new Date(Date.UTC(2019, 6, 1, 12, 0, seconds)).toISOString()
  const at = (seconds: number) => ({ photoTakenTime: { timestamp: `${Date.UTC(2019, 6, 1, 10, 0, seconds) / 1_000}` } })
  const instant = (seconds: number) => new Date(Date.UTC(2019, 6, 1, 10, 0, seconds)).toISOString()
  for (const [index, each] of numbers(count).entries()) {
    const second = 10 + index
    const named = (kind: string) => ({ name: `${kind}_${each}.jpg` })
    await add(YEAR, {
      ...named('place'),
      facts: { ...at(second), geoData: { ...place, altitude: 0 }, geoDataExif: { latitude: 0, longitude: 0 } },
      told: { ...place, dateTimeOriginal: instant(second), localDateTime: paris(second) },
    })
    await add(YEAR, {
      ...named('exif-place'),
      facts: { ...at(second), geoData: { latitude: 0, longitude: 0 }, geoDataExif: place },
      told: { ...place, dateTimeOriginal: instant(second), localDateTime: paris(second) },
    })
    await add(YEAR, { ...named('nowhere'), facts: { geoData: { latitude: 0, longitude: 0 } } })
    await add(YEAR, {
      ...named('described'),
      facts: { description: ` The lake ${each} 🏔 ` },
      told: { description: `The lake ${each} 🏔` },
    })
    await add(YEAR, {
      ...named('people'),
      facts: { people: [{ name: `Guest ${each}` }, { name: 'Ada Lovelace' }, {}] },
      told: { people: ['Ada Lovelace', `Guest ${each}`] },
    })
    await add(YEAR, { ...named('favorite'), facts: { favorited: true }, told: { isFavorite: true } })
    await add(`${ROOT}/Archiv`, { ...named('archived'), facts: { archived: true }, told: { isArchived: true } })
    // The file tells the same moment by a clock without a zone, which the note shows.
    await add(YEAR, {
      ...named('dated'),
      content: await makeJpeg(takenAt(`2019:07:01 12:00:${second}`)),
      facts: at(second),
      told: { dateTimeOriginal: instant(second), localDateTime: paris(second) },
    })
    // The clock of the camera was wrong, and the owner corrected it.
    await add(YEAR, {
      ...named('corrected'),
      content: await makeJpeg(takenAt(`2000:01:01 00:00:${second}`)),
      facts: at(second),
      told: { dateTimeOriginal: instant(second), localDateTime: instant(second) },
    })
    await add(YEAR, {
      ...named('captioned'),
      content: await makeJpeg({ IFD0: { ImageDescription: 'DIGITAL CAMERA' } }),
      facts: { description: 'My words' },
      told: { description: 'My words' },
    })
    await add(YEAR, {
      ...named('undated'),
      facts: { photoTakenTime: { timestamp: '0' } },
      told: { dateTimeOriginal: null, localDateTime: null },
    })
    // The name tells the local time, two hours ahead of UTC.
    await add(YEAR, {
      name: `Screenshot_20190701-1200${second}.jpg`,
      facts: at(second),
      told: { dateTimeOriginal: instant(second), localDateTime: paris(second) },
    })
  }
}

async function addEdited({ files, expected }: ExportFixture, add: Add) {
  for (const [index, word] of ['edited', '編集済み'].entries()) {
    const [name, copy] = [`shot_${index}.jpg`, `shot_${index}-${word}.jpg`]
    const path = await add(YEAR, { name, facts: { favorited: true }, told: { isFavorite: true, under: copy } })
    files.set(`${YEAR}/${copy}`, await makeJpeg())
    expected.set(`${YEAR}/${copy}`, { ...(expected.get(path) ?? nothing), under: null })
  }
  const path = await add(YEAR, {
    name: 'shot_0(1).jpg',
    note: old('shot_0.jpg', '(1)'),
    told: { under: 'shot_0-edited(1).jpg' },
  })
  files.set(`${YEAR}/shot_0-edited(1).jpg`, await makeJpeg())
  expected.set(`${YEAR}/shot_0-edited(1).jpg`, { ...(expected.get(path) ?? nothing), under: null })
  // It has a note, and is nobody's copy.
  await add(YEAR, { name: 'shot_0-paris.jpg' })
}

async function addHalves({ files, expected, halves }: ExportFixture, add: Add) {
  const folder = await makeSharedFolder()
  const makeVideo = async (seconds: number) => {
    await makePlainVideo(join(folder, 'video.mp4'), seconds)
    await writeTags(join(folder, 'video.mp4'), { CreateDate: '2019:07:01 10:00:00' })
    return readFile(join(folder, 'video.mp4'))
  }
  for (const [photo, video] of [
    ['IMG_9001.jpg', 'IMG_9001.MP4'],
    ['IMG_9002.jpg', 'IMG_9002.MOV'],
    ['PXL_9003.MP.jpg', 'PXL_9003.MP'],
  ] as const) {
    const path = await add(YEAR, { name: photo })
    files.set(`${YEAR}/${video}`, await makeVideo(1))
    halves.set(`${YEAR}/${video}`, path)
  }
  // It is too long for a half, and has lost its note.
  await add(YEAR, { name: 'IMG_9004.jpg' })
  files.set(`${YEAR}/IMG_9004.MP4`, await makeVideo(6))
  const dateTimeOriginal = '2019-07-01T10:00:00.000Z'
  expected.set(`${YEAR}/IMG_9004.MP4`, { ...nothing, dateTimeOriginal, localDateTime: dateTimeOriginal })
}

async function addAlbums({ files, expected, copies }: ExportFixture, add: Add) {
  const date = { timestamp: '1561975200' }
  files.set(`${YEAR}/metadata.json`, toJson({ title: 'Photos from 2019', description: '', access: 'protected', date }))
  const albums = [
    {
      folder: `${ROOT}/Paris_ 2019`,
      note: 'metadata.json',
      content: { title: 'Paris: 2019', description: 'With Ben', access: 'protected', date },
    },
    {
      folder: `${ROOT}/Wien`,
      note: 'Metadaten.json',
      content: { albumData: { title: 'Wien', description: '', date } },
    },
    { folder: `${ROOT}/Ohne Titel`, note: 'métadonnées.json', content: { title: '', access: 'protected' } },
  ]
  const names = ['Paris: 2019', 'Wien', 'Ohne Titel']
  for (const [index, { folder, note, content }] of albums.entries()) {
    const albumName = names[index] as string
    files.set(`${folder}/${note}`, toJson(content))
    for (const each of ['0000', '0001', '0002']) {
      const path = `${YEAR}/IMG_${each}.jpg`
      copies.set(`${folder}/IMG_${each}.jpg`, path)
      files.set(`${folder}/IMG_${each}.jpg`, files.get(path) as Buffer)
      files.set(`${folder}/IMG_${each}.jpg.json`, files.get(`${path}.json`) as Buffer)
      const known = expected.get(path) as Expected
      expected.set(path, { ...known, albums: [...known.albums, albumName].sort() })
    }
    await add(folder, { name: `only ${index}.jpg`, told: { albums: [albumName] } })
  }
}

async function addLeftOut(made: ExportFixture, add: Add) {
  const trash = `${ROOT}/Papierkorb`
  for (const each of numbers(2))
    made.expected.delete(await add(trash, { name: `gone_${each}.jpg`, facts: { trashed: true } }))
  made.files.set(`${trash}/gone_0000-bearbeitet.jpg`, await makeJpeg())
  made.files.set(`${trash}/without a note.jpg`, await makeJpeg())
  made.trashed = 4
  made.files.set(`${YEAR}/without a note.jpg`, await makeJpeg())
  made.expected.set(`${YEAR}/without a note.jpg`, nothing)
  made.undescribed = 1
  made.files.set(`${ROOT}/shared_album_comments.json`, toJson({ comments: [] }))
  made.files.set(`${YEAR}/missing.jpg.json`, toJson({ title: 'missing.jpg', photoTakenTime: { timestamp: '1' } }))
}

function numbers(count: number) {
  return Array.from({ length: count }, (_, index) => String(index).padStart(4, '0'))
}

function toJson(content: object) {
  return Buffer.from(JSON.stringify(content, null, 2))
}
