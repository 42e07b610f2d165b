import { type ExportFile, type ExportFolder, type ExportTree, folderOf, inFolder, nameOf } from './export-files.js'
import { type ExportAlbum, type Facts, noFacts, nothingTold, type PhotoExport } from './photo-export.js'

/** Lists that Apple keeps itself. The details of each photo tell the same. */
const own = new Set(['favorites', 'hidden', 'recently deleted'])

/** Whether a folder has photos with a list of their details. Apple writes several lists in one folder. */
export async function isOfICloud({ files }: ExportFolder): Promise<boolean> {
  for (const file of files.values()) {
    if (isTable(file) && isOfDetails((await readTable(file))[0])) return true
  }
  return false
}

/**
 * Opens an export of iCloud Photos. The details of a photo are in its own folder. An album is a list of names alone: one that
 * several photos have counts as missing.
 */
export async function openICloudPhotos(tree: ExportTree): Promise<PhotoExport> {
  const details = new Map<string, Details>()
  const albums = new Map<string, ExportAlbum[]>()
  const paths = new Map<string, string[]>()
  for (const [folder, { files }] of tree) {
    for (const [name, file] of files) {
      if (!isTable(file)) paths.set(name, [...(paths.get(name) ?? []), file.path])
      else await readInto(details, albums, { folder, file })
    }
  }
  const isOne = (name: string) => (paths.get(name) ?? []).filter((path) => details.has(path)).length === 1
  const missing = [...albums.keys()].filter((name) => !isOne(name)).length

  return {
    service: 'iCloud Photos',
    missing: () => missing,
    tell: async (path) => {
      const name = nameOf(path)
      if (name.toLowerCase().endsWith('.csv')) return { ...nothingTold, leftOut: 'note' }
      const told = details.get(path)
      if (told?.isDeleted || nameOf(folderOf(path)).toLowerCase() === 'recently deleted')
        return { ...nothingTold, leftOut: 'trash' }
      return {
        ...nothingTold,
        facts: told?.facts ?? null,
        albums: isOne(name) ? (albums.get(name) ?? []) : [],
        editedFrom: findOriginal(path, tree.get(folderOf(path))),
      }
    },
  }
}

interface Details {
  facts: Facts
  isDeleted: boolean
}

/** Reads what a table tells, by the paths of photos, or of an album, by their names. */
async function readInto(
  details: Map<string, Details>,
  albums: Map<string, ExportAlbum[]>,
  { folder, file }: { folder: string; file: ExportFile },
) {
  const [head, ...rows] = await readTable(file)
  if (isOfDetails(head)) {
    for (const row of rows) {
      const cellOf = (column: string) => row[head.indexOf(column)] ?? ''
      details.set(inFolder(folder, cellOf('imgName')), {
        facts: {
          ...noFacts,
          takenAt: toDate(cellOf('originalCreationDate')),
          isFavorite: cellOf('favorite') === 'yes',
          isArchived: cellOf('hidden') === 'yes',
        },
        isDeleted: cellOf('deleted') === 'yes',
      })
    }
    return
  }
  // The memories, which Apple makes, are in a folder beside that of the albums.
  const name = nameOf(file.path).replace(/\.csv$/i, '')
  if (nameOf(folder).toLowerCase() !== 'albums' || own.has(name.toLowerCase())) return
  const album = { path: file.path, name, description: '' }
  for (const [photo = ''] of rows) if (photo !== '') albums.set(photo, [...(albums.get(photo) ?? []), album])
}

function isTable({ path }: ExportFile) {
  return path.toLowerCase().endsWith('.csv')
}

function isOfDetails(head: string[] | undefined): head is string[] {
  return ['imgName', 'fileChecksum', 'originalCreationDate'].every((column) => head?.includes(column))
}

/** Reads a CSV, whose values may be in quotation marks. */
async function readTable(file: ExportFile): Promise<string[][]> {
  const text = ((await file.readNote().catch(() => null)) ?? '').replace(/^\uFEFF/, '')
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  return lines.map((line) =>
    [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  )
}

/** Reads a date as Apple writes it, such as `Saturday June 4,2022 12:11 PM GMT`; null when it is none. */
function toDate(text: string): Date | null {
  const [, day, time, half] = /(\p{L}+ \d{1,2}, ?\d{4}) (\d{1,2}:\d\d) ?([AP]M)? ?GMT$/u.exec(text) ?? []
  // Some hours go up to 23, and have their half, too.
  const isPlain = Number.parseInt(time ?? '', 10) > 12
  const date = new Date(`${day} ${time} ${isPlain ? '' : (half ?? '')} UTC`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** The original of `IMG_E1234.JPG`, of which `IMG_1234.AAE` says that it was edited; null for any other photo. */
function findOriginal(path: string, folder: ExportFolder | undefined): string | null {
  const [, number] = /^IMG_E(\d+)\.[^.]+$/i.exec(nameOf(path)) ?? []
  if (number === undefined || !folder) return null
  const names = [...folder.files.keys()].filter((name) => name.toLowerCase().startsWith(`img_${number}.`))
  const original = names.find((name) => /\.(heic|jpe?g|png|dng)$/i.test(name))
  return original && names.some((name) => /\.aae$/i.test(name)) ? inFolder(folder.path, original) : null
}
