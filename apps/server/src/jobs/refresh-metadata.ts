import type { Queryable } from '../database/connect.js'
import { CrashFault, FileFault } from '../errors.js'
import { describeFileError } from '../files/file-error.js'
import type { ExifReader, ExifReading } from '../media/exif/exif.js'
import { findMediaType, NOT_MEDIA } from '../media/file-type.js'
import { createPlaces } from '../media/place/places.js'
import { withOriginal } from '../media/with-original.js'
import { type Metadata, writeMetadata } from '../repositories/asset/metadata.js'
import { enqueueJobs } from '../repositories/job/job.js'
import type { JobAsset } from '../repositories/job/job-attempt.js'
import { listPhotosOfFaceless } from '../repositories/person/face-picture.js'
import { type JobHandler, placeOf } from './job.js'

const places = createPlaces()

const nowhere = { city: null, state: null, country: null }

/** Reads the current metadata of an asset's file and its side-car. */
export const refreshMetadata: JobHandler = async ({ exif: reader, signal }, asset) => {
  const { exif, hasPreview: _, ...reading } = await readFile(reader, asset)
  const { latitude, longitude, fileSizeInByte } = exif
  const place = latitude === null || longitude === null ? nowhere : await places.placeOf({ latitude, longitude })
  signal.throwIfAborted()
  return {
    state: 'succeeded',
    metadata: { assetId: asset.id, ...reading, exif: { ...exif, ...place, fileSizeInByte: BigInt(fileSizeInByte) } },
  }
}

/** Writes the metadata of files and everything derived from it. Call it in a transaction. */
export async function saveMetadata(transaction: Queryable, metadata: Metadata[]): Promise<void> {
  const turned = await writeMetadata(transaction, metadata)
  const faced = metadata.flatMap(({ assetId, faces }) => (faces.length > 0 ? assetId : []))
  const faceless = faced.length > 0 ? await listPhotosOfFaceless(transaction, faced) : []
  const ids = [...new Set([...turned, ...faceless])]
  if (ids.length > 0) await enqueueJobs(transaction, 'regenerate-thumbnail', ids, 'bulk')
}

async function readFile(reader: ExifReader, asset: JobAsset): Promise<ExifReading> {
  try {
    return await withOriginal(placeOf(asset), async (file) => {
      const isMedia = asset.type === 'OTHER' || (await findMediaType(file))
      if (!isMedia) throw new FileFault(NOT_MEDIA)
      return reader.read(file)
    })
  } catch (error) {
    throw error instanceof FileFault || error instanceof CrashFault
      ? error
      : new Error(describeFileError(error), { cause: error })
  }
}
