import { copyMotionVideo, findMotionVideo, type OpenFile, type Span } from '@media-library/media'
import { v7 as uuidv7 } from 'uuid'
import { findOrCreateLibrary } from '../../assets/library.js'
import { type EmbeddedVideo, findEmbeddedTime } from '../../assets/metadata/embedded-video.js'
import { toDerivedKey } from '../../storage/derived-files.js'
import type { JobAsset } from '../queue/claim-jobs.js'
import type { JobContext } from './job-handler.js'

/** The folder of the copies beneath that of the uploads. A walk leaves it out, because it is hidden. */
const FOLDER = '.motion'

/**
 * Copies the video inside a photo to a file of its own, unless the copy from this very photo already exists. `told` is the description
 * of the video in the tags of the photo. Returns the record of the copy: null when the photo no longer has a video, undefined when
 * nothing has changed.
 */
export async function keepMotionVideo(
  context: JobContext,
  asset: JobAsset,
  { photo, spans }: { photo: OpenFile; spans: Span[] | null },
): Promise<EmbeddedVideo | null | undefined> {
  if (asset.type !== 'IMAGE') return undefined
  const {
    database,
    originals: { motion },
    signal,
  } = context
  const key = `${toDerivedKey(FOLDER, asset)}.mp4`
  const span = await findMotionVideo(photo, spans)
  if (!span) {
    if (!asset.hasEmbedded) return undefined
    // The file goes first: nobody would find one that no asset has.
    await motion.files.remove(key, signal)
    return null
  }
  const fileModifiedAt = new Date(Math.trunc(photo.mtimeMs))
  if (await isCurrent(context, asset, { key, fileModifiedAt })) return undefined
  const copy = ([target]: readonly [string]) => copyMotionVideo(photo, { span, target, signal })
  const checksum = await motion.files.replace([key], copy, signal)
  const { id: photoId, ownerId } = asset
  const library = { ownerId, name: 'Motion photos', importPath: await motion.toPath(`${FOLDER}/${ownerId}`) }
  const { id: libraryId } = await findOrCreateLibrary(database, { id: uuidv7(), ...library })
  return { id: uuidv7(), photoId, ownerId, libraryId, originalPath: await motion.toPath(key), checksum, fileModifiedAt }
}

async function isCurrent(
  { database, originals: { motion } }: JobContext,
  { id, hasEmbedded }: JobAsset,
  { key, fileModifiedAt }: { key: string; fileModifiedAt: Date },
) {
  const known = hasEmbedded ? await findEmbeddedTime(database, id) : null
  if (known?.getTime() !== fileModifiedAt.getTime()) return false
  const file = await motion.files.open(key)
  await file?.close()
  return file !== null
}
