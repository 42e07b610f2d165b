import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { describeFileError, type FilePlace, readBytes, toStem, withOpenFile } from '@media-library/media'
import type { ImportFailure } from '../import/summary.js'

/** A file of an export. */
export interface ExportFile {
  /** Its path in the export, with slashes: the parts of an export that were unpacked into several folders have one tree. */
  path: string
  /** Returns its text; null when it is longer than any note of an export. */
  readNote(): Promise<string | null>
}

/** Files by their names, as a map has them. */
export type ExportFiles = Pick<ReadonlyMap<string, ExportFile>, 'size' | 'has' | 'get'> & Iterable<[string, ExportFile]>

/** A folder of an export. */
export interface ExportFolder {
  path: string
  /** Whether it is in a folder as Google packs it, which has one for each of its services. */
  isInTakeout: boolean
  files: ExportFiles
}

/** The folders of an export by their paths. */
export interface ExportTree {
  get(path: string): Promise<ExportFolder | undefined> | ExportFolder | undefined
  values(): AsyncIterable<ExportFolder> | Iterable<ExportFolder>
  /** How many notes have another content in another part, of the folders that were read so far. */
  countConflicts(): number
}

/** The files of a folder. Only the name of each is kept, and the number under which it is opened. */
export class NumberedFiles<File extends ExportFile> implements ExportFiles {
  readonly #numbers = new Map<string, number>()
  /** The files before them that have the same name. */
  readonly #twins = new Map<number, number>()
  readonly #open: (name: string, number: number) => File

  constructor(open: (name: string, number: number) => File) {
    this.#open = open
  }

  add(name: string, number: number): void {
    const twin = this.#numbers.get(name)
    if (twin !== undefined) this.#twins.set(number, twin)
    this.#numbers.set(name, number)
  }

  get size(): number {
    return this.#numbers.size
  }

  has(name: string): boolean {
    return this.#numbers.has(name)
  }

  get(name: string): File | undefined {
    const number = this.#numbers.get(name)
    return number === undefined ? undefined : this.#open(name, number)
  }

  *[Symbol.iterator](): Generator<[string, File]> {
    for (const [name, number] of this.#numbers) yield [name, this.#open(name, number)]
  }

  /** All files, those of one shot together. */
  *inOrder(): Generator<File> {
    const names = [...this.#numbers.keys()].sort((left, right) => compare(toStem(left), toStem(right)))
    for (const name of names) {
      for (let number = this.#numbers.get(name); number !== undefined; number = this.#twins.get(number))
        yield this.#open(name, number)
    }
  }
}

export function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}

export const LONGEST_NOTE = 1_000_000

interface FoundFolder extends ExportFolder {
  files: Map<string, ExportFile>
}

/** Lists a folder and its subfolders, one at a time. Unreadable ones are left out, because the import reports them. */
export async function* listFolders(root: string, folder = root): AsyncGenerator<FoundFolder> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files = new Map<string, ExportFile>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(folder, entry.name)
    files.set(entry.name, { path: toExportPath(root, path), readNote: () => readNote({ folder: root, path }) })
  }
  yield { path: toExportPath(root, folder), isInTakeout: isInTakeout(folder), files }
  for (const entry of entries) if (entry.isDirectory()) yield* listFolders(root, join(folder, entry.name))
}

/** The folder may belong to somebody who replaces a note by a link or a pipe, or makes it longer. */
function readNote(place: FilePlace): Promise<string | null> {
  return withOpenFile(place, async (file) => {
    if (file.size > LONGEST_NOTE) return null
    return decodeNote(await readBytes(file, { start: 0, end: file.size - 1 }))
  })
}

/** Decodes the text of a note: UTF-8, or the UTF-16 of an editor. */
export function decodeNote(bytes: Buffer): string {
  return new TextDecoder(encodings.get(bytes.toString('hex', 0, 2))).decode(bytes)
}

/** The first two bytes of a note that is not in UTF-8: a mark, or a brace. */
const encodings = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
  ['7b00', 'utf-16le'],
  ['007b', 'utf-16be'],
])

/** Returns the content of a note, or the fault of an unreadable one. */
export interface ReadNote {
  content: unknown
  fault: string | null
}

/** Parses the JSON of a note. */
export async function parseNote(file: ExportFile): Promise<ReadNote> {
  try {
    const text = await file.readNote()
    if (text === null) return { content: null, fault: TOO_LONG }
    return { content: JSON.parse(text), fault: null }
  } catch (error) {
    return { content: null, fault: error instanceof SyntaxError ? NO_JSON : describeFileError(error) }
  }
}

/** Creates the failure of a note. */
export function noteFault(path: string, fault: string): ImportFailure {
  return { path, reason: `what it says of photos is left out: ${fault}` }
}

export const TOO_LONG = `it is longer than ${LONGEST_NOTE / 1_000_000} MB`
const NO_JSON = 'it is no JSON'

/** Combines the folders of all parts into one tree. */
export async function toTree(folders: AsyncIterable<FoundFolder>): Promise<ExportTree> {
  const tree = new Map<string, FoundFolder>()
  let conflicts = 0
  for await (const { path, files, ...folder } of folders) {
    const merged = tree.get(path)
    if (!merged) tree.set(path, { ...folder, path, files })
    else
      for (const [name, file] of files) {
        const other = merged.files.get(name)
        if (!other) merged.files.set(name, file)
        else if (isNote(name) && (await readOrNothing(file)) !== (await readOrNothing(other))) conflicts += 1
      }
  }
  return { get: (path) => tree.get(path), values: () => tree.values(), countConflicts: () => conflicts }
}

export function isNote(name: string): boolean {
  return name.toLowerCase().endsWith('.json')
}

function readOrNothing(file: ExportFile) {
  return file.readNote().catch(() => null)
}

/**
 * All parts of a Takeout begin with a folder of this name, to which the Finder and the Explorer add a number. An album, two folders below,
 * may have that name, too.
 */
const takeout = /.*(?:^|\/)(?<!(?:^|\/)Takeout(?: \d+| ?\(\d+\))?\/[^/]+\/)Takeout(?: \d+| ?\(\d+\))?(?:\/(.*))?$/s

/** Returns the path in the export of a file in a folder. */
export function toExportPath(root: string, path: string): string {
  const part = takeout.exec(path.split(sep).join('/'))
  return part ? (part[1] ?? '') : relative(root, path).split(sep).join('/')
}

export function isInTakeout(path: string): boolean {
  return takeout.test(path.split(sep).join('/'))
}

export function toFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function toName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
