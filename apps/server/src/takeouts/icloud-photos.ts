import { describeFileError } from '@media-library/media'
import { addFailure, type Failures, noFailures } from '../import/summary.js'
import {
  type ExportFile,
  type ExportFolder,
  type ExportTree,
  inFolder,
  noteFault,
  TOO_LONG,
  toFolder,
  toName,
} from './export-files.js'
import { type ExportAlbum, type Facts, noFacts, noLeftovers, type PhotoExport, unknownFile } from './photo-export.js'

/** The names of albums that Apple keeps itself. The details of each photo contain the same facts. */
const own = new Set(['favorites', 'hidden', 'recently deleted'])

/** Returns whether a folder has photos with a list of their details. Apple writes several lists in one folder. */
export async function isOfICloud({ files }: ExportFolder): Promise<boolean> {
  for (const [name, file] of files) {
    if (!isTable(name)) continue
    const [head] = (await readLines(file)).lines
    if (head !== undefined && isOfDetails(toCells(head))) return true
  }
  return false
}

/** The tables of an export. Names are in one Unicode form: those of files may be in another one. */
interface Tables {
  /** The details by the paths of the photos. */
  details: Map<string, Details>
  /** The albums by the names of the photos. */
  albums: Map<string, Set<ExportAlbum>>
  memories: number
  /** The number of rows. */
  rows: number
  faults: Failures
}

/** A library has fewer photos, and more rows would fill the memory. */
const MOST_ROWS = 1_000_000
const TOO_MANY = 'the tables of the export have more than a million rows'

interface Details {
  facts: Facts
  isDeleted: boolean
}

/** Opens an export of iCloud Photos. The details of a photo are in its own folder, and an album is a list of names alone. */
export async function openICloudPhotos(tree: ExportTree): Promise<PhotoExport> {
  const tables: Tables = { details: new Map(), albums: new Map(), memories: 0, rows: 0, faults: noFailures() }
  for await (const { files } of tree.values()) {
    for (const [name, file] of files) if (isTable(name)) await readInto(tables, file)
  }
  const { details, albums, memories, faults } = tables
  const findOriginal = createOriginals(tree)
  const isTrash = (path: string) =>
    details.get(path.normalize())?.isDeleted || toName(toFolder(path)).toLowerCase() === 'recently deleted'
  const counts = new Map<string, number>()
  for await (const { files } of tree.values()) {
    for (const [, { path }] of files) {
      const name = toName(path).normalize()
      if (albums.has(name) && !isTrash(path)) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const leftovers = {
    ...noLeftovers,
    memories,
    missing: [...albums.keys()].filter((name) => !counts.has(name)).length,
    ambiguous: [...counts.values()].filter((count) => count > 1).length,
  }

  return {
    service: 'iCloud Photos',
    faults: () => faults,
    leftovers: () => leftovers,
    lookUp: async (path) => {
      if (path.toLowerCase().endsWith('.csv')) return { ...unknownFile, leftOut: 'note' }
      if (isTrash(path)) return { ...unknownFile, leftOut: 'trash' }
      const name = toName(path).normalize()
      return {
        ...unknownFile,
        facts: details.get(path.normalize())?.facts ?? null,
        albums: counts.get(name) === 1 ? [...(albums.get(name) ?? [])] : [],
        editedFrom: await findOriginal(path),
      }
    },
  }
}

async function readInto(tables: Tables, file: ExportFile) {
  const { lines, fault } = await readLines(file)
  if (fault !== null) addFailure(tables.faults, noteFault(file.path, fault))
  if (tables.rows + lines.length > MOST_ROWS) {
    addFailure(tables.faults, noteFault(file.path, TOO_MANY))
    return
  }
  tables.rows += lines.length
  const [head, ...rows] = lines.map(toCells)
  const folder = toFolder(file.path)
  const name = toName(file.path).replace(/\.csv$/i, '')
  if (isOfDetails(head)) {
    for (const row of rows) {
      const readCell = (column: string) => row[head.indexOf(column)] ?? ''
      tables.details.set(inFolder(folder, readCell('imgName')).normalize(), {
        facts: {
          ...noFacts,
          takenAt: toDate(readCell('originalCreationDate')),
          isFavorite: readCell('favorite') === 'yes',
          isArchived: readCell('hidden') === 'yes',
        },
        isDeleted: readCell('deleted') === 'yes',
      })
    }
  } else if (toName(folder).toLowerCase() === 'memories') tables.memories += 1
  else if (toName(folder).toLowerCase() === 'albums' && !own.has(name.toLowerCase())) {
    const album = { path: file.path, name, description: '' }
    for (const [photo = ''] of rows) {
      const key = photo.normalize()
      if (key === '') continue
      const albums = tables.albums.get(key) ?? new Set()
      tables.albums.set(key, albums.add(album))
    }
  }
}

function isTable(name: string) {
  return name.toLowerCase().endsWith('.csv')
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

/** Reads a date as Apple writes it, such as `Saturday June 4,2022 12:11 PM GMT`; null when it is none. */
function toDate(text: string): Date | null {
  // A month has at most nine letters. Without that limit, a million of them would be read half a trillion times.
  const [, day, time, half] = /(\p{L}{3,9} \d{1,2}, ?\d{4}) (\d{1,2}:\d\d) ?([AP]M)? ?GMT$/u.exec(text) ?? []
  // Some hours go up to 23, and have their half, too.
  const isPlain = Number.parseInt(time ?? '', 10) > 12
  const date = new Date(`${day} ${time} ${isPlain ? '' : (half ?? '')} UTC`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Finds the original of `IMG_E1234.JPG`, of which `IMG_1234.AAE` says that it was edited; null for any other photo. */
function createOriginals(tree: ExportTree): (path: string) => Promise<string | null> {
  let last: { folder: ExportFolder; names: Map<string, string[]> } | null = null
  return async (path) => {
    const [, number] = /^IMG_E(\d+)\.[^.]+$/i.exec(toName(path)) ?? []
    const folder = number === undefined ? undefined : await tree.get(toFolder(path))
    if (number === undefined || !folder) return null
    if (last?.folder !== folder) last = { folder, names: listByNumber(folder) }
    const names = last.names.get(number) ?? []
    const original = names.find((name) => /\.(heic|jpe?g|png|dng)$/i.test(name))
    return original && names.some((name) => /\.aae$/i.test(name)) ? inFolder(folder.path, original) : null
  }
}

/** Lists the names `IMG_1234.…` of a folder by their numbers. */
function listByNumber({ files }: ExportFolder): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const [name] of files) {
    const [, number] = /^IMG_(\d+)\./i.exec(name) ?? []
    if (number === undefined) continue
    const same = names.get(number) ?? []
    names.set(number, same)
    same.push(name)
  }
  return names
}
