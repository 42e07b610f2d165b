import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { UserError } from '../errors.js'
import { addFailure, type Failures, noFailures } from '../import/summary.js'
import {
  compare,
  decodeNote,
  type ExportFile,
  type ExportFolder,
  type ExportTree,
  inFolder,
  isInTakeout,
  isNote,
  LONGEST_NOTE,
  NumberedFiles,
  toExportPath,
  toFolder,
  toName,
} from './export-files.js'
import { type OpenZip, openZip, type ZipEntry } from './zip-directory.js'

/** A file inside a ZIP file. */
export interface ArchivedFile {
  path: string
  /** The ZIP file. */
  archive: string
  size: number
  crc32: number
  modifiedAt: Date
  /** The reason why it cannot be unpacked; null when it can. */
  fault: string | null
  open(): Promise<Readable>
}

/** A file inside a ZIP file, before any of it is read. */
export interface EntryFile extends ExportFile {
  look(): Promise<ArchivedFile>
}

interface EntryFolder extends ExportFolder {
  files: NumberedFiles<EntryFile>
}

/** The parts of an export as they were downloaded: ZIP files, which are read in any order and not unpacked. */
export interface ExportArchives {
  tree: ExportTree
  total: number
  /** The entries that are refused because of their names. */
  refused: Failures
  /** Lists all files, folder by folder, the files of one shot together. */
  listFiles(): AsyncGenerator<EntryFile>
  close(): Promise<void>
}

/** The number of the last listed folders that are kept: a file is looked up in its own, and in those above it. */
const KEPT_FOLDERS = 4

/**
 * Opens ZIP files. There may be a million entries and folders: only the position of each entry is kept, and a folder is listed when it
 * is needed. Throws a UserError for a damaged one, such as an incomplete download.
 */
export async function openArchives(archives: string[]): Promise<ExportArchives> {
  const zips: { zip: OpenZip; first: number }[] = []
  const refused = noFailures()
  /**
   * The positions of all files in the directories, the file before each one in its folder, and the last file of each folder, by their
   * numbers.
   */
  const [places, before, folders]: [number[], number[], Map<string, number>] = [[], [], new Map()]
  const add = (folder: string, at: number) => {
    const last = folders.get(folder)
    folders.set(last === undefined ? toOwn(folder) : folder, places.length)
    before.push(last ?? NONE)
    places.push(at)
  }
  let current = ''
  const close = async () => {
    for (const { zip } of zips) await zip.close()
  }
  try {
    for (const archive of archives) {
      current = archive
      const zip = await openZip(archive)
      zips.push({ zip, first: places.length })
      await zip.list(({ name, at }) => {
        if (name.endsWith('/')) return
        const reason = findFault(name)
        if (reason === null) add(toFolder(toExportPath('', name)), at)
        else addFailure(refused, { path: `${archive}: ${name.slice(0, SHOWN)}`, reason })
      })
    }
  } catch (error) {
    await close()
    throw new UserError(
      `${current} is damaged, or no ZIP file (${(error as Error).message.replace(/\.$/, '')}). Download it again.`,
    )
  }
  const look = async (number: number) => {
    const { zip } = zips.findLast(({ first }) => first <= number) as { zip: OpenZip }
    return { zip, found: await zip.look(places[number] as number) }
  }
  const list = async (path: string, last: number): Promise<EntryFolder> => {
    const files = new NumberedFiles((name, number) => toListed(inFolder(path, name), () => look(number)))
    const numbers: number[] = []
    for (let number = last; number !== NONE; number = before[number] as number) numbers.push(number)
    let isPacked = false
    for (const number of numbers.reverse()) {
      const { found } = await look(number)
      const name = toOwn(toName(toExportPath('', found.name)))
      const other = isNote(name) ? await files.get(name)?.look() : undefined
      if (other && other.crc32 !== found.entry.crc32) conflicts.add(number)
      files.add(name, number)
      isPacked = isInTakeout(found.name)
    }
    return { path, isInTakeout: isPacked, files }
  }
  /** The numbers of notes that have another content in another ZIP file. */
  const conflicts = new Set<number>()
  const kept = new Map<string, Promise<EntryFolder>>()
  const get = async (path: string) => {
    const last = folders.get(path)
    if (last === undefined) return undefined
    const folder = kept.get(path) ?? list(path, last)
    kept.delete(path)
    kept.set(path, folder)
    for (const oldest of kept.keys()) if (kept.size > KEPT_FOLDERS) kept.delete(oldest)
    return folder
  }
  const values = async function* () {
    for (const path of [...folders.keys()].sort(compare)) yield (await get(path)) as EntryFolder
  }
  return {
    tree: { get, values, countConflicts: () => conflicts.size },
    refused,
    total: places.length + refused.failed,
    close,
    listFiles: async function* () {
      for await (const { files } of values()) yield* files.inOrder()
    },
  }
}

const NONE = -1

/** Copies a text, because a part of a text keeps the whole in memory. */
function toOwn(text: string) {
  return Buffer.from(text).toString()
}

function toListed(path: string, find: () => Promise<{ zip: OpenZip; found: ZipEntry }>): EntryFile {
  const look = async () => {
    const { zip, found } = await find()
    const { entry, fault } = found
    return {
      archive: zip.path,
      path,
      size: entry.uncompressedSize,
      crc32: entry.crc32,
      modifiedAt: entry.getLastModDate(),
      fault,
      open: () => zip.file.openReadStreamPromise(entry),
    }
  }
  return {
    path,
    look,
    readNote: async () => {
      const { size, fault, open } = await look()
      if (fault !== null) throw new Error(fault)
      return size > LONGEST_NOTE ? null : decodeNote(await buffer(await open()))
    },
  }
}

/** The longest path that Linux takes. */
const LONGEST_PATH = 4_096
const SHOWN = 200

function findFault(name: string): string | null {
  if (Buffer.byteLength(name) > LONGEST_PATH) return `its name in the ZIP file is longer than ${LONGEST_PATH} bytes`
  if (name.includes('\0')) return 'its name in the ZIP file has a NUL'
  if (/^(?:[a-z]:|\/)|(?:^|\/)\.\.(?:\/|$)/i.test(name)) return 'its name in the ZIP file leads out of it'
  return null
}
