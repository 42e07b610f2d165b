import { extname } from 'node:path'
import type { ExifTool } from 'exiftool-vendored'
import { FileFault } from '../errors.js'
import { type OpenFile, openBeneath } from '../files/open-beneath.js'
import type { Span } from '../files/read-chunks.js'
import { extractPreview, hasPreview } from '../image/raw.js'
import { type Caller, nobody, type Turn } from '../tools/turns.js'
import { findMotion } from '../video/motion-photo.js'
import { findSidecarPath } from '../walk.js'
import { findCaptureTime, findModifyDate } from './capture-time.js'
import { changeSidecar, type SidecarChange } from './change-sidecar.js'
import { findDuration, isPlayed } from './duration.js'
import { type ExifFields, toExifFields } from './exif-fields.js'
import { createExifTools } from './exiftools.js'
import { type FaceRegion, findFaceRegions } from './face-regions.js'
import { type FileTags, noTags, readTags, type TagValues } from './file-tags.js'
import { findKeywords, type Keywords, MOST_NAMES } from './keywords.js'
import { findNamedClock, findNamedTime } from './name-time.js'
import { withPlainPath } from './plain-path.js'
import { findPosition } from './position.js'
import { findZone } from './time-zone.js'

/** The metadata of a file and its XMP side-car. */
export interface ExifReading extends Keywords {
  exif: ExifFields & {
    fileSizeInByte: number
    dateTimeOriginal: Date | null
    modifyDate: Date | null
    timeZone: string | null
  }
  /**
   * The time at which the file was taken; without a date in it, the time in its name, or else the time of its last change.
   */
  fileCreatedAt: Date
  /** The local time at the place of capture, written as if it were UTC. */
  localDateTime: Date
  /** The duration as `HH:MM:SS.mmm`; null for a photo. */
  duration: string | null
  faces: FaceRegion[]
  /** The number of faces that are left out because there are too many. */
  excessFaces: number
  /** Whether the file contains a picture, as RAW files do; also true when it is unknown. */
  hasPreview: boolean
  /** The places where the video inside a motion photo may be, by its tags; null for other files. */
  motion: Span[] | null
}

export interface ExifReader {
  /** Returns the reason why exiftool cannot run on this machine; null when it can. */
  findFault(): Promise<string | null>
  /**
   * Reads a file and its side-car, which takes precedence: one that is known from the list of its folder, null for none, or else one
   * that is looked for. Throws a FileFault when nothing in it can be read.
   */
  read(file: OpenFile & { sidecar?: string | null | undefined }, caller?: Caller): Promise<ExifReading>
  /** Writes the largest JPEG inside a RAW file to `target`. Throws when there is none. */
  extractPreview(file: OpenFile, target: string, caller?: Caller): Promise<void>
  /** Changes the XMP file at a plain path. Throws when it is damaged. */
  changeSidecar(path: string, change: SidecarChange): Promise<void>
  close(): Promise<void>
}

const SECOND = 1_000

/** The tags of a side-car that describe the side-car rather than the photo. */
const ownTags = new Set(['SourceFile', 'MIMEType', 'FileType', 'ImageSize', 'ImageWidth', 'ImageHeight', 'Duration'])

const DAMAGED_CONTENT = /^(\w+ format error|File is empty|Truncated ('\w+' data|\w+ image))/

/** Reads only the metadata of the file system: the size and the time of the last change. */
export async function readFileTimes(file: OpenFile): Promise<ExifReading> {
  return { ...toReading(file, { tags: noTags, sidecar: noTags, duration: null }), hasPreview: true }
}

/**
 * Creates a pool of exiftool processes, each of which starts when it is first needed. A process that exceeds the time limit
 * is killed, and the file that it was reading fails. All processes end with this process.
 */
export function createExifReader({
  processes,
  timeoutMs = 30 * SECOND,
}: {
  processes: number
  timeoutMs?: number
}): ExifReader {
  const { lend, close } = createExifTools(processes, timeoutMs)

  return {
    findFault: () => lend(nobody, findFault),
    read: async (file, caller = nobody) => {
      const [tags, besideIt] = await lendSidecar(file, (sidecar) =>
        lend(caller, async (exiftool) => [
          await withPlainPath(file, (plain) => readTags(exiftool, plain)),
          sidecar ? await withPlainPath(sidecar, (plain) => readTags(exiftool, plain)) : noTags,
        ]),
      )
      const sidecarTags = isOfAnother(besideIt.preferred, file) ? noTags : besideIt
      const fault = [...tags.errors, ...tags.warnings].find((message) => DAMAGED_CONTENT.test(message))
      const inTurn = <T>(use: (turn: Turn) => Promise<T>) => lend(caller, (_, turn) => use(turn))
      if (fault && !isMeasured(tags.preferred) && !(await isPlayed(file, inTurn)))
        throw new FileFault(`its content is damaged (${fault}); copy it again from its source`)
      const duration = await findDuration(tags.preferred, file, inTurn)
      return toReading(file, { tags, sidecar: sidecarTags, duration })
    },
    extractPreview: (file, target, caller = nobody) =>
      lend(caller, (exiftool) => withPlainPath(file, (plain) => extractPreview(exiftool, plain, target))),
    changeSidecar: (path, change) => lend(nobody, (exiftool) => changeSidecar(exiftool, path, change)),
    close,
  }
}

/** Detects a process that exits at once. The pool would restart it forever, and its tasks would never end. */
function findFault(exiftool: ExifTool): Promise<string | null> {
  return new Promise((resolve) => {
    const onEnd = () => resolve('it exits at once')
    exiftool.on('childEnd', onEnd)
    exiftool
      .version()
      .then(() => resolve(null))
      .catch((error: Error) => resolve(error.message))
      .finally(() => exiftool.off('childEnd', onEnd))
  })
}

function toReading(
  { path, size, mtimeMs }: OpenFile,
  { tags, sidecar, duration }: { tags: FileTags; sidecar: FileTags; duration: string | null },
): ExifReading {
  const position = findPosition(tags, sidecar)
  const sources = { tags, sidecar, position, clock: findNamedClock(path) }
  const ofPhoto = Object.entries(sidecar.preferred).filter(([name]) => !isOwnTag(name))
  const described = { ...tags.preferred, ...Object.fromEntries(ofPhoto) }
  const fields = { ...toExifFields(described, sources), ...position }
  const captured = findCaptureTime(sources)
  const written = new Date(Math.trunc(mtimeMs))
  const faces = findFaceRegions(described, fields)
  const named = captured ? null : findNamedTime(path, { written, zone: findZone(sources, null) })
  return {
    exif: {
      ...fields,
      fileSizeInByte: size,
      dateTimeOriginal: captured?.dateTimeOriginal ?? null,
      modifyDate: findModifyDate(sources, captured?.timeZone ?? null),
      timeZone: captured?.timeZone ?? null,
    },
    fileCreatedAt: captured?.dateTimeOriginal ?? named?.instant ?? written,
    localDateTime: captured?.localDateTime ?? named?.localDateTime ?? written,
    duration,
    ...findKeywords(tags.preferred, sidecar.preferred),
    faces: faces.slice(0, MOST_NAMES),
    excessFaces: Math.max(0, faces.length - MOST_NAMES),
    hasPreview: hasPreview(tags.preferred),
    motion: findMotion(tags.preferred, size),
  }
}

/** Whether the size of the picture is known, so that at least a part of a damaged file may be readable. */
function isMeasured({ ImageWidth, ImageHeight }: TagValues) {
  return Number(ImageWidth) > 0 && Number(ImageHeight) > 0
}

function isOwnTag(name: string) {
  return ownTags.has(name) || name.startsWith('File')
}

/** Whether Lightroom wrote a side-car for the RAW file of the same name. */
function isOfAnother({ SidecarForExtension }: TagValues & { SidecarForExtension?: unknown }, { path }: OpenFile) {
  const meant = typeof SidecarForExtension === 'string' ? SidecarForExtension.toLowerCase() : ''
  return meant !== '' && meant !== extname(path).slice(1).toLowerCase()
}

/**
 * Opens the side-car of a file for `use`, which gets null when there is none, or when it cannot be reached without following a link.
 */
async function lendSidecar<T>(
  { folder, path, sidecar: known }: Parameters<ExifReader['read']>[0],
  use: (sidecar: OpenFile | null) => Promise<T>,
): Promise<T> {
  const found = known === undefined ? await findSidecarPath(path) : known
  const sidecar = found && (await openBeneath({ folder, path: found }).catch(() => null))
  if (!sidecar) return use(null)
  try {
    const result = await use(sidecar)
    await sidecar.confirm()
    return result
  } finally {
    await sidecar.close()
  }
}
