import {
  CrashFault,
  createPlaces,
  describeFileError,
  FileFault,
  isMedia,
  NOT_MEDIA,
  type OpenFile,
  rawExtensions,
  recognizeMedia,
  TurnFault,
  withOriginal,
} from '@media-library/media'
import type { ExifReading } from '@media-library/media/metadata'
import { v7 as uuidv7 } from 'uuid'
import { listPhotosOfFaceless } from '../../assets/faces/face-picture.js'
import { type EmbeddedVideo, removeEmbeddedVideos, writeEmbeddedVideos } from '../../assets/metadata/embedded-video.js'
import { pairLivePhotos, stackShots } from '../../assets/metadata/live-photos-and-stacks.js'
import { lockStacks } from '../../assets/metadata/lock-stacks.js'
import { type Metadata, writeMetadata } from '../../assets/metadata/metadata.js'
import { beginStoring, listNearUploads, listUploaders } from '../../assets/metadata/near-uploads.js'
import type { Queryable } from '../../database/ask.js'
import type { JobAsset } from '../queue/claim-jobs.js'
import { enqueueFirstJobs, enqueueJobs } from '../queue/enqueue-jobs.js'
import type { JobContext, JobHandler } from './job-handler.js'
import { keepMotionVideo } from './motion-video.js'

const places = createPlaces()

const nowhere = { city: null, state: null, country: null }

/** Reads the current metadata of an asset's file and its side-car. */
export const refreshMetadata: JobHandler = async (context, asset) => {
  const { exif, hasPreview: _, motion: __, excessKeywords, excessFaces, ...reading } = await readFile(context, asset)
  const { fileSizeInByte } = exif
  const latitude = asset.ownLatitude ?? exif.latitude
  const longitude = asset.ownLongitude ?? exif.longitude
  const place = latitude === null || longitude === null ? nowhere : await places.findPlace({ latitude, longitude })
  context.signal.throwIfAborted()
  const excess = [
    ...(excessKeywords > 0 ? [`${excessKeywords} keywords`] : []),
    ...(excessFaces > 0 ? [`${excessFaces} faces`] : []),
  ]
  return {
    state: 'succeeded',
    ...(excess.length > 0 && { reason: `${excess.join(' and ')} beyond the first 1,000 are left out` }),
    metadata: {
      assetId: asset.id,
      ...reading,
      exif: { ...exif, latitude, longitude, ...place, fileSizeInByte: BigInt(fileSizeInByte) },
    },
  }
}

/** Writes the metadata of files and everything derived from it. Call it in a transaction. */
export async function saveMetadata(transaction: Queryable, metadata: Metadata[]): Promise<void> {
  const assetIds = metadata.map(({ assetId }) => assetId)
  const uploaders = await listUploaders(transaction, assetIds)
  if (uploaders.length > 0) {
    await beginStoring(transaction, uploaders)
    await lockStacks(transaction, uploaders, 'as they are')
  }
  const { turned, placed } = await writeMetadata(transaction, metadata)
  await enqueueJobs(transaction, 'refresh-metadata', placed, 'bulk')
  const faced = metadata.flatMap(({ assetId, faces }) => (faces.length > 0 ? assetId : []))
  const faceless = faced.length > 0 ? await listPhotosOfFaceless(transaction, faced) : []
  const ids = [...new Set([...turned, ...faceless])]
  await enqueueJobs(transaction, 'regenerate-thumbnail', ids, 'bulk')
  await saveVideos(transaction, metadata)
  if (uploaders.length > 0) await joinShots(transaction, assetIds)
}

/** Joins the uploads of one shot, each of which arrived separately. */
async function joinShots(transaction: Queryable, assetIds: string[]): Promise<void> {
  for (const { ownerId, ids } of await listNearUploads(transaction, assetIds)) {
    await pairLivePhotos(transaction, ownerId, ids)
    await stackShots(transaction, ownerId, { ids, spareIds: ids.map(() => uuidv7()), rawExtensions })
  }
}

async function saveVideos(transaction: Queryable, metadata: Metadata[]): Promise<void> {
  const videoless = metadata.flatMap(({ assetId, video }) => (video === null ? assetId : []))
  if (videoless.length > 0) await removeEmbeddedVideos(transaction, videoless)
  const videos = metadata.flatMap(({ video }) => video ?? [])
  if (videos.length === 0) return
  const changed = await writeEmbeddedVideos(transaction, videos)
  const photoIds = videos.map(({ photoId }) => photoId)
  for (const ownerId of new Set(videos.map((video) => video.ownerId)))
    await pairLivePhotos(transaction, ownerId, photoIds)
  await enqueueFirstJobs(
    transaction,
    changed.map((id) => ({ id, type: 'VIDEO' })),
    'bulk',
  )
}

async function readFile(context: JobContext, asset: JobAsset): Promise<ExifReading & { video?: EmbeddedVideo | null }> {
  const read = async (file: OpenFile) => {
    // Of a few sounds, only ffprobe tells what they are.
    if (asset.type !== 'OTHER' && !(await isMedia(file)) && !(await recognizeMedia(file)))
      throw new FileFault(NOT_MEDIA)
    const reading = await context.exif.read(file, context.caller)
    const video = await keepMotionVideo(context, asset, { photo: file, spans: reading.motion })
    return video === undefined ? reading : { ...reading, video }
  }
  const lending = { withSidecar: true, signal: context.signal }
  try {
    return await context.originals.lend(asset, (place) => withOriginal(place, read), lending)
  } catch (error) {
    throw error instanceof FileFault || error instanceof CrashFault || error instanceof TurnFault
      ? error
      : new Error(describeFileError(error), { cause: error })
  }
}
