import { fstatSync, type Stats } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  describeFileError,
  type FilePlace,
  findSidecarPath,
  readSidecarVersion,
  replaceBeneath,
  toSidecarPath,
  withOpenFile,
} from '@media-library/media'
import type { ExifReader } from '@media-library/media/metadata'
import { isObjectPath } from '../../storage/object-path.js'
import type { Originals } from '../../storage/originals.js'
import type { DueSidecar } from './due-sidecar.js'

const LARGEST_BYTES = 10_000_000

/** How long a bucket has to send the photo. */
const PHOTO_MS = 60_000

/** What writes side-cars. */
export interface Writing {
  exif: ExifReader
  originals: Pick<Originals, 'lend' | 'read' | 'write'>
}

/** The side-car of a file. */
interface Sidecar extends FilePlace {
  /** The content; null when there is no side-car yet. */
  content: Buffer | null
  look: Pick<Stats, 'mode' | 'uid' | 'gid'>
}

/**
 * Writes changes of tags, and values that a person set, into the side-car of an asset, which keeps everything else. Returns the version
 * of the side-car for the library: the new one, or the known one if somebody else has changed the side-car as well. Throws an error for
 * people.
 */
export async function writeSidecar({ exif, originals }: Writing, due: DueSidecar): Promise<string | null> {
  try {
    return isObjectPath(due.asset.originalPath)
      ? await writeObject({ exif, originals }, due)
      : await write({ exif, originals }, due)
  } catch (error) {
    throw new Error(`${due.asset.originalPath}: ${describeFileError(error)}`, { cause: error })
  }
}

/** Writes a side-car into the bucket, into which nobody but the service writes. */
async function writeObject({ exif, originals }: Writing, due: DueSidecar): Promise<string | null> {
  const path = toSidecarPath(due.asset.originalPath)
  const content = await changed({ exif, originals }, due, await originals.read(path))
  if (content === null) return due.asset.sidecarVersion
  await originals.write(path, content)
  return `${basename(path)} ${content.length} ${Date.now()}`
}

async function write(writing: Writing, due: DueSidecar): Promise<string | null> {
  const { asset } = due
  const photo = { folder: asset.importPath, path: asset.originalPath }
  const sidecar = await findSidecar(photo)
  const readVersion = () => readSidecarVersion(sidecar.path)
  const before = await readVersion()
  const content = await changed(writing, due, sidecar.content)
  if (content === null) return asset.sidecarVersion
  if ((await readVersion()) !== before) throw new Error('its side-car was changed at the same moment')
  await replaceBeneath(sidecar, content, sidecar.look)
  return before === asset.sidecarVersion ? readVersion() : asset.sidecarVersion
}

/** Finds the side-car of a file, or where a new one belongs. A new one looks like the file: it has its owner and its mode. */
async function findSidecar(photo: FilePlace): Promise<Sidecar> {
  const path = await findSidecarPath(photo.path)
  if (path !== null)
    return withOpenFile({ ...photo, path }, async (file) => {
      if (file.size > LARGEST_BYTES) throw new Error(`its side-car is larger than ${LARGEST_BYTES / 1_000_000} MB`)
      return { ...photo, path, content: await buffer(file.read()), look: fstatSync(file.descriptor) }
    })
  const look = await withOpenFile(photo, async ({ descriptor }) => fstatSync(descriptor))
  return { ...photo, path: toSidecarPath(photo.path), content: null, look }
}

/** Returns the new content of a side-car; null when nothing is to be written. */
async function changed(
  { exif, originals }: Writing,
  { asset, tags, changes, facts }: DueSidecar,
  content: Buffer | null,
): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-'))
  try {
    const path = join(folder, 'file.xmp')
    if (content) await writeFile(path, content)
    await exif.changeSidecar(path, {
      isNew: content === null,
      present: tags,
      changes: changes.flatMap(({ name, isAdded }) => (name === null ? [] : { name, isAdded })),
      facts,
      takenBack: changes.flatMap(({ takenBack }) => takenBack ?? []),
      lendPhoto: (use) =>
        originals.lend(asset, (place) => withOpenFile(place, use), { signal: AbortSignal.timeout(PHOTO_MS) }),
    })
    const written = await readFile(path).catch(() => null)
    return written && content?.equals(written) ? null : written
  } finally {
    await rm(folder, { recursive: true })
  }
}
