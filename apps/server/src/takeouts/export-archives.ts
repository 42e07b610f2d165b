import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { stemOf } from '@media-library/media'
import { UserError } from '../errors.js'
import { addFailure, type Failures, noFailures } from '../import/summary.js'
import { type ExportFile, folderOf, inFolder, LONGEST_NOTE, nameOf, toExportPath } from './export-files.js'
import { type OpenZip, openZip } from './zip-directory.js'

/** A file inside a ZIP file. */
export interface ArchivedFile {
  path: string
  /** The ZIP file. */
  archive: string
  size: number
  crc32: number
  modifiedAt: Date
  /** Why it cannot be unpacked; null when it may be. */
  fault: string | null
  open(): Promise<Readable>
}

/** A file inside a ZIP file, of which nothing but its place is kept: there may be a million. */
export class ListedFile implements ExportFile {
  readonly #zip: OpenZip
  readonly #folder: string
  readonly #name: string
  readonly #at: number
  /** Another file of the same path. */
  readonly twin: ListedFile | null

  constructor(
    zip: OpenZip,
    { folder, name, at }: { folder: string; name: string; at: number },
    twin: ListedFile | null,
  ) {
    this.#zip = zip
    this.#folder = folder
    this.#name = name
    this.#at = at
    this.twin = twin
  }

  get path(): string {
    return inFolder(this.#folder, this.#name)
  }

  async look(): Promise<ArchivedFile> {
    const { file, path: archive } = this.#zip
    const { entry, fault } = await this.#zip.look(this.#at)
    return {
      archive,
      path: this.path,
      size: entry.uncompressedSize,
      crc32: entry.crc32,
      modifiedAt: entry.getLastModDate(),
      fault,
      open: () => file.openReadStreamPromise(entry),
    }
  }

  async readNote() {
    const { size, fault, open } = await this.look()
    if (fault !== null) throw new Error(fault)
    return size > LONGEST_NOTE ? null : (await buffer(await open())).toString('utf8')
  }
}

interface ListedFolder {
  path: string
  files: Map<string, ListedFile>
}

/** The parts of an export as they were downloaded: ZIP files, which are read in any order and not unpacked. */
export interface ExportArchives {
  folders: ListedFolder[]
  total: number
  /** Files with names that none has. */
  refused: Failures
  /** All files, the files of one shot together. */
  listFiles(): Generator<ListedFile>
  close(): Promise<void>
}

/** Opens ZIP files. Throws a UserError for one that is damaged, such as a download that was cut short. */
export async function openArchives(paths: string[]): Promise<ExportArchives> {
  const opened: OpenZip[] = []
  const folders = new Map<string, ListedFolder>()
  const refused = noFailures()
  let total = 0
  let current = ''
  const close = async () => {
    for (const zip of opened) await zip.close()
  }
  try {
    for (const archive of paths) {
      current = archive
      const zip = await openZip(archive)
      opened.push(zip)
      for await (const entries of zip.list()) {
        for (const { name, at } of entries) {
          if (name.endsWith('/')) continue
          const reason = faultOf(name)
          if (reason === null) add(folders, zip, { name, at })
          else addFailure(refused, { path: `${archive}: ${name.slice(0, SHOWN)}`, reason })
          total += 1
        }
      }
    }
  } catch (error) {
    await close()
    throw new UserError(
      `${current} is damaged, or no ZIP file (${(error as Error).message.replace(/\.$/, '')}). Download it again.`,
    )
  }
  const sorted = [...folders.values()].sort((left, right) => compare(left.path, right.path))
  return {
    ...{ folders: sorted, refused, total, close },
    listFiles: function* () {
      for (const { files } of sorted) {
        const names = [...files.keys()].sort((left, right) => compare(stemOf(left), stemOf(right)))
        for (const name of names) {
          for (let file = files.get(name) ?? null; file !== null; file = file.twin) yield file
        }
      }
    },
  }
}

function add(folders: Map<string, ListedFolder>, zip: OpenZip, { name, at }: { name: string; at: number }) {
  const path = toExportPath('', name)
  const folder = folders.get(folderOf(path)) ?? { path: folderOf(path), files: new Map() }
  folders.set(folder.path, folder)
  // A copy, because a part of a text keeps the whole in memory.
  const own = Buffer.from(nameOf(path)).toString()
  const place = { folder: folder.path, name: own, at }
  folder.files.set(own, new ListedFile(zip, place, folder.files.get(own) ?? null))
}

/** The longest path that Linux takes. */
const LONGEST_PATH = 4_096
const SHOWN = 200

function faultOf(name: string): string | null {
  if (Buffer.byteLength(name) > LONGEST_PATH) return `its name in the ZIP file is longer than ${LONGEST_PATH} bytes`
  if (name.includes('\0')) return 'its name in the ZIP file has a NUL'
  if (/^(?:[a-z]:|\/)|(?:^|\/)\.\.(?:\/|$)/i.test(name)) return 'its name in the ZIP file leads out of it'
  return null
}

function compare(left: string, right: string) {
  return left < right ? -1 : Number(left > right)
}
