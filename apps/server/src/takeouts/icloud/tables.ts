import { describeFileError } from '@media-library/media'
import { addFailure, type Failures, noFailures } from '../../import/summary.js'
import { type ExportFile, inFolder, noteFault, TOO_LONG, toFolder, toName } from '../export-files.js'
import { type ExportAlbum, type Facts, noFacts } from '../photo-export.js'
import { readICloudDate } from './icloud-date.js'

/** The names of albums that Apple keeps itself, in English. The details of each photo contain the same facts. */
const own = new Set(['favorites', 'hidden', 'recently deleted'])

/** The tables of an export. Names are in one Unicode form: those of files may be in another one. */
export interface Tables {
  /** The details by the paths of the photos. */
  details: Map<string, Details>
  albums: AlbumTable[]
  memories: number
  /** The number of rows. */
  rows: number
  faults: Failures
}

/** A library has fewer photos, and more rows would fill the memory. */
const MOST_ROWS = 1_000_000
const TOO_MANY = 'the tables of the export have more than a million rows'

interface AlbumTable extends ExportAlbum {
  photos: Set<string>
  /** Whether it has the column of those that Apple keeps itself, which an album of a person may have, too. */
  isPerhapsOwn: boolean
}

interface Details {
  name: string
  facts: Facts
  isDeleted: boolean
}

export function noTables(): Tables {
  return { details: new Map(), albums: [], memories: 0, rows: 0, faults: noFailures() }
}

/** Reads a table, and adds what it says of photos. */
export async function readInto(tables: Tables, file: ExportFile) {
  const { lines, fault } = await readLines(file)
  if (fault !== null) addFailure(tables.faults, noteFault(file.path, fault))
  if (tables.rows + lines.length > MOST_ROWS) {
    addFailure(tables.faults, noteFault(file.path, TOO_MANY))
    return
  }
  tables.rows += lines.length
  const [head, ...rows] = lines.map(toCells)
  const column = head?.length === 1 ? head[0] : undefined
  const folder = toFolder(file.path)
  const name = toName(file.path).replace(/\.csv$/i, '')
  if (isOfDetails(head)) {
    for (const row of rows) {
      const readCell = (column: string) => row[head.indexOf(column)] ?? ''
      const photo = readCell('imgName').normalize()
      tables.details.set(inFolder(folder, photo).normalize(), {
        name: photo,
        facts: {
          ...noFacts,
          takenAt: readICloudDate(readCell('originalCreationDate')),
          isFavorite: readCell('favorite') === 'yes',
          isArchived: readCell('hidden') === 'yes',
        },
        isDeleted: readCell('deleted') === 'yes',
      })
    }
    return
  }
  const kind = toName(folder).toLowerCase()
  if (kind === 'memories' || (kind !== 'albums' && column === OF_MEMORY)) tables.memories += 1
  else if ((kind === 'albums' || OF_ALBUM.some((each) => each === column)) && !own.has(name.toLowerCase())) {
    const photos = new Set(rows.map(([photo = '']) => photo.normalize()))
    photos.delete('')
    tables.albums.push({ path: file.path, name, description: '', photos, isPerhapsOwn: column === OF_OWN })
  }
}

/** The column of a list, whose folder has a name in the language of the owner. */
const OF_MEMORY = 'imageName'
const OF_OWN = 'imgName'
const OF_ALBUM = [OF_OWN, 'Images']

/** The albums by the names of the photos, without those that Apple keeps itself in any language: of all favourites, or all hidden or deleted photos. */
export function toAlbums({ albums, details }: Tables): Map<string, Set<ExportAlbum>> {
  const every = (is: (each: Details) => boolean) => new Set([...details.values()].filter(is).map((each) => each.name))
  const kept = [
    every(({ facts }) => facts.isFavorite),
    every(({ facts }) => facts.isArchived),
    every((each) => each.isDeleted),
  ]
  const byPhoto = new Map<string, Set<ExportAlbum>>()
  for (const { photos, isPerhapsOwn, ...album } of albums) {
    if (isPerhapsOwn && photos.size > 0 && kept.some((all) => isSame(all, photos))) continue
    for (const photo of photos) byPhoto.set(photo, (byPhoto.get(photo) ?? new Set()).add(album))
  }
  return byPhoto
}

function isSame(left: Set<string>, right: Set<string>) {
  return left.size === right.size && [...left].every((each) => right.has(each))
}

export function isTable(name: string) {
  return name.toLowerCase().endsWith('.csv')
}

/** Returns whether a table has the details of photos. */
export async function isDetails(file: ExportFile): Promise<boolean> {
  const [head] = (await readLines(file)).lines
  return head !== undefined && isOfDetails(toCells(head))
}

function isOfDetails(head: string[] | undefined): head is string[] {
  return ['imgName', 'fileChecksum', 'originalCreationDate'].every((column) => head?.includes(column))
}

/** Reads the lines of a CSV. */
async function readLines(file: ExportFile): Promise<{ lines: string[]; fault: string | null }> {
  try {
    const text = await file.readNote()
    if (text === null) return { lines: [], fault: TOO_LONG }
    const lines = text.split(/\r?\n/)
    return { lines: lines.filter((line) => line !== ''), fault: null }
  } catch (error) {
    return { lines: [], fault: describeFileError(error) }
  }
}

/** The values of a line, which may be in quotation marks. */
function toCells(line: string): string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}
