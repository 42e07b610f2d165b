import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { describeFileError } from './files/file-error.js'

/**
 * A file with the path of its XMP side-car if it has one, a symbolic link, which is not followed, a library of Apple's Photos, of which only the
 * originals follow, or a fault.
 */
export type Found =
  | { kind: 'file'; path: string; sidecar?: string }
  | { kind: 'link'; path: string }
  | { kind: 'library'; path: string }
  | { kind: 'unreadable'; path: string; reason: string }

const systemNames = new Set(
  ['@eaDir', '@Recycle', '#recycle', '#snapshot', '$RECYCLE.BIN', 'lost+found', 'System Volume Information']
    .concat(['desktop.ini', 'Thumbs.db', 'ehthumbs.db'])
    .map((name) => name.toLowerCase()),
)

/** The names of files that Syncthing, rclone, Nextcloud, Resilio, WinSCP or a browser have not finished. They get their own name then. */
const UNFINISHED = /^~syncthing~|\.(partial|part|filepart|crdownload|opdownload|download|tmp|!sync)$/i

/** The folders in which Photos, iPhoto and Aperture keep a library. */
const LIBRARY = /\.(photoslibrary|photolibrary|migratedphotolibrary|aplibrary)$/i
/** The folders of originals in a library. The others have thumbnails, previews, edited copies and databases. */
const originals = new Set(['originals', 'masters'])

const XMP = '.xmp'

const NOT_UNICODE = 'its name is not valid UTF-8; rename it'

/** Returns a path without its extension, in lower case. The files of one shot have the same stem. */
export function toStem(path: string): string {
  return path.slice(0, path.length - extname(path).length).toLowerCase()
}

/**
 * Walks a folder and its subfolders. Yields the files of each folder by name, with the files of one shot together, and then
 * walks its subfolders. Skips the files that programs keep next to a person's or have not finished, all but the originals in a library of
 * Apple's Photos, and sockets, pipes and devices.
 */
export async function* walk(folder: string): AsyncGenerator<Found> {
  const { found, folders } = await readFolder(folder)
  yield* found
  for (const path of folders) yield* walk(path)
}

/** Reads a folder itself: its files as `walk` yields them, and the paths of its subfolders. */
export async function readFolder(folder: string): Promise<{ found: Found[]; folders: string[] }> {
  let entries: Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    return { found: [{ kind: 'unreadable', path: folder, reason: describeFileError(error) }], folders: [] }
  }
  const isLibrary = LIBRARY.test(folder)
  if (isLibrary) entries = entries.filter((entry) => entry.isDirectory() && originals.has(entry.name.toLowerCase()))
  const found: Found[] = isLibrary ? [{ kind: 'library', path: folder }] : []
  const folders: string[] = []
  const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
  for (const entry of entries.filter(({ name }) => !isAside(name)).sort(byStem)) {
    const path = join(folder, entry.name)
    if (await isMisnamed(path)) found.push({ kind: 'unreadable', path, reason: NOT_UNICODE })
    else if (entry.isDirectory()) folders.push(path)
    else if (entry.isSymbolicLink()) found.push({ kind: 'link', path })
    else if (entry.isFile() && !UNFINISHED.test(entry.name))
      found.push({ kind: 'file', path, ...findSidecar(path, names) })
  }
  return { found, folders }
}

/** Finds the side-car of a file. `names` are those of the files in the same folder. */
function findSidecar(path: string, names: Set<string>): { sidecar?: string } {
  const sidecar = listSidecarPaths(path).find((candidate) => {
    const twin = candidate.slice(0, -XMP.length)
    return names.has(basename(candidate)) && !(isTwin(twin, path) && names.has(basename(twin)))
  })
  return sidecar === undefined ? {} : { sidecar }
}

const asideExtensions = [XMP, '.aae']

/** Whether a file belongs to a program: hidden files, side-cars, thumbnails and the system's trash. */
function isAside(name: string) {
  return (
    name.startsWith('.') || systemNames.has(name.toLowerCase()) || asideExtensions.includes(extname(name).toLowerCase())
  )
}

function byStem({ name: left }: Dirent, { name: right }: Dirent) {
  return compare(toStem(left), toStem(right)) || compare(left, right)
}

function compare(left: string, right: string) {
  return left < right ? -1 : Number(left > right)
}

/** Returns whether the name of a file is not UTF-8. Node replaces such bytes by U+FFFD, and then cannot find the file. */
async function isMisnamed(path: string) {
  return (
    path.includes('\uFFFD') &&
    (await lstat(path).then(
      () => false,
      () => true,
    ))
  )
}

/** Finds the path of the XMP side-car of a file; null when there is none. It may be a link. */
export async function findSidecarPath(path: string): Promise<string | null> {
  for (const candidate of listSidecarPaths(path)) {
    if (!(await isThere(candidate))) continue
    const twin = candidate.slice(0, -XMP.length)
    if (!isTwin(twin, path) || !(await isThere(twin))) return candidate
  }
  return null
}

/** Returns the path at which a new side-car of a file belongs. */
export function toSidecarPath(path: string): string {
  return `${path}${XMP}`
}

/**
 * Lists the paths at which the side-car of a file may be, the preferred one first. Where case matters, a program may write `a.jpg.xmp` for
 * `a.JPG`.
 */
function listSidecarPaths(path: string): string[] {
  const [folder, name, extension] = [dirname(path), basename(path), extname(path)]
  const stem = basename(path, extension)
  const names = [name, `${stem}${extension.toLowerCase()}`, `${stem}${extension.toUpperCase()}`, ...toCases(name)]
  const starts = new Set([...names, stem, ...toCases(stem)])
  return [...starts].flatMap((start) => [XMP, XMP.toUpperCase()].map((end) => join(folder, `${start}${end}`)))
}

function toCases(name: string) {
  return [name.toLowerCase(), name.toUpperCase()]
}

/** Whether a path differs from that of a file in its case alone. The side-car of such a file is not that of the other. */
function isTwin(twin: string, path: string) {
  return twin !== path && twin.toLowerCase() === path.toLowerCase()
}

function isThere(path: string): Promise<boolean> {
  // lstat is cheaper than an open that fails, and most files have no side-car.
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** Describes the current content of a side-car without reading it; null when there is none. */
export async function readSidecarVersion(path: string | undefined): Promise<string | null> {
  const found = path === undefined ? null : await lstat(path).catch(() => null)
  return found && path !== undefined ? `${basename(path)} ${found.size} ${Math.trunc(found.mtimeMs)}` : null
}
