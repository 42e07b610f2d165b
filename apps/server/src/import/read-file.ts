import { fstatSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import {
  describeFileError,
  EMPTY,
  FileFault,
  type FilePlace,
  hasMediaName,
  isRaw,
  type MediaType,
  NO_PREVIEW,
  NOT_MEDIA,
  type OpenFile,
  readChecksum,
  readSidecarVersion,
  recognizeMedia,
  requireDrawable,
  withOpenFile,
} from '@media-library/media'
import type { ExifReading } from '@media-library/media/metadata'
import { isObjectPath } from '../storage/object-path.js'
import type { Originals } from '../storage/originals.js'
import type { KnownFile, SidecarNote } from './stored-files.js'

const ATTEMPTS = 3

/** The fault of a file that changes whenever it is read. */
const CHANGING = 'it changes while it is read; import its folder again once it is whole'

/** The fault of a file with a beginning and a size, whose bytes nobody has written. */
const HOLLOW = 'the disk holds less than a hundredth of its bytes; copy it again from its source'

/** The bytes of a file up to which its holes are read, in some seconds. */
const READABLE_HOLES = 1_000_000_000

/** The bytes of a block of `stat`. */
const BLOCK = 512

/** Everything that an asset is created from. */
export interface ReadFile extends Omit<ExifReading, 'hasPreview' | 'motion'> {
  path: string
  type: MediaType
  /** The SHA-1 in hexadecimal. */
  checksum: string
  fileModifiedAt: Date
  /** The version of its XMP side-car, null for none. */
  sidecarVersion: string | null
  /** The asset that already has this path. */
  known: KnownFile | undefined
}

export type ReadOutcome =
  | { kind: 'read'; file: ReadFile }
  | { kind: 'unchanged' | 'notMedia' }
  /** The file is unchanged, but its side-car is new, changed or gone. */
  | { kind: 'described'; asset: SidecarNote }
  | { kind: 'failed'; reason: string }

/** Reads the metadata of a file, and of its side-car, which is looked for unless it is known from the list of the folder. */
export type ReadExif = (file: OpenFile & { sidecar?: string | null | undefined }) => Promise<ExifReading>

/** Compares the file of an asset with the library. */
export async function checkFile(
  known: KnownFile,
  originals: Pick<Originals, 'open'> | null,
): Promise<'same' | 'changed' | 'gone'> {
  try {
    return isUnchanged(known, await look(known, originals)) ? 'same' : 'changed'
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '') ? 'gone' : 'same'
  }
}

/** The milliseconds that a bucket has to answer. */
const LOOK_MS = 5_000

async function look(known: KnownFile, originals: Pick<Originals, 'open'> | null) {
  const { originalPath } = known
  if (!isObjectPath(originalPath)) return lstat(originalPath)
  if (originals === null) return { size: known.size ?? 0, mtimeMs: known.fileModifiedAt.getTime() }
  const file = await originals.open({ ...known, importPath: originalPath }, AbortSignal.timeout(LOOK_MS))
  return { size: file.size, mtimeMs: file.modifiedAt.getTime() }
}

/** Reads a file that is new or changed. `checksum` is its SHA-1 if it is already known. Never throws. */
export function readFile(...args: Parameters<typeof read>): Promise<ReadOutcome> {
  return read(...args).catch((error: unknown) => ({ kind: 'failed', reason: describeFileError(error) }))
}

function isUnchanged(known: KnownFile, found: { size: number; mtimeMs: number }) {
  return known.size === found.size && known.fileModifiedAt.getTime() === toModified(found).getTime()
}

function toModified({ mtimeMs }: { mtimeMs: number }) {
  return new Date(Math.trunc(mtimeMs))
}

async function read(
  { sidecar, ...place }: FilePlace & { sidecar?: string | null | undefined },
  known: KnownFile | undefined,
  readExif: ReadExif,
  checksum?: string,
): Promise<ReadOutcome> {
  // Read before the file, so that a side-car that changes meanwhile is noticed by the next import.
  const sidecarVersion = await readSidecarVersion(sidecar ?? undefined)
  if (known && isUnchanged(known, await lstat(place.path))) {
    if (known.sidecarVersion === sidecarVersion) return { kind: 'unchanged' }
    return { kind: 'described', asset: { id: known.id, sidecarVersion } }
  }
  const outcome = await readWhole(place, (file) => readOpen({ ...file, sidecar }, known, { readExif, checksum }))
  return outcome.kind === 'read' ? { kind: 'read', file: { ...outcome.file, sidecarVersion } } : outcome
}

/** Reads a file again when it was written meanwhile: the reading may be of both contents, and a fault may be gone. */
async function readWhole<T>(place: FilePlace, readOnce: (file: OpenFile) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { outcome, isWhole } = await withOpenFile(place, async (file) => {
      const outcome = readOnce(file)
      await outcome.catch(() => {})
      const found = await lstat(place.path).catch(() => null)
      return { outcome, isWhole: !found || (found.size === file.size && found.mtimeMs === file.mtimeMs) }
    })
    if (isWhole) return outcome
  }
  throw new FileFault(CHANGING)
}

type FileOutcome =
  | Exclude<ReadOutcome, { kind: 'read' | 'described' }>
  | { kind: 'read'; file: Omit<ReadFile, 'sidecarVersion'> }

async function readOpen(
  file: Parameters<ReadExif>[0],
  known: KnownFile | undefined,
  { readExif, checksum }: { readExif: ReadExif; checksum: string | undefined },
): Promise<FileOutcome> {
  const { path } = file
  const media = file.size > 0 ? await recognizeMedia(file) : null
  if (!media) {
    if (!hasMediaName(path)) return { kind: 'notMedia' }
    return { kind: 'failed', reason: file.size > 0 ? NOT_MEDIA : EMPTY }
  }
  if (isHollow(file)) throw new FileFault(HOLLOW)
  const { type } = media
  if (type === 'IMAGE') await requireDrawable(file, media.mime)
  const [sha1, { hasPreview, motion: _, ...reading }] = await Promise.all([
    checksum ?? readChecksum(file),
    readExif(file),
  ])
  if (!hasPreview && type === 'IMAGE' && (await isRaw(file))) throw new FileFault(NO_PREVIEW)
  const fileModifiedAt = toModified(file)
  return { kind: 'read', file: { ...reading, path, type, checksum: sha1, fileModifiedAt, known } }
}

/** Returns whether a file pretends to have far more bytes than there are, which would take hours to read. Some disks tell no blocks. */
function isHollow({ size, descriptor }: OpenFile): boolean {
  if (size <= READABLE_HOLES) return false
  const { blocks } = fstatSync(descriptor)
  return blocks > 0 && blocks * BLOCK < size / 100
}
