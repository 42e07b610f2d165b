import type { Queryable } from '../database.js'
import type { AssetType } from '../generated/prisma/client.js'
import type { ExifReader, ExifReading } from '../media/exif.js'
import { describeFileError } from '../media/file-error.js'
import { findMediaType } from '../media/file-type.js'
import { createPlaces } from '../media/places.js'
import { requireContent } from '../media/require-content.js'
import { enqueueJobs } from '../repositories/job.js'
import { type Metadata, writeMetadata } from '../repositories/metadata.js'
import type { JobHandler } from './job.js'

const places = createPlaces()

const nowhere = { city: null, state: null, country: null }

const readFile = async (reader: ExifReader, path: string, type: AssetType): Promise<ExifReading> => {
  try {
    await requireContent(path)
    if (type !== 'OTHER' && !(await findMediaType(path))) throw new Error('its content is not a photo, film or sound')
    return await reader.read(path)
  } catch (error) {
    throw new Error(`${JSON.stringify(path)} cannot be read: ${describeFileError(error)}`, { cause: error })
  }
}

/** Reads what the file of an asset, and its side-car, say now. */
export const refreshMetadata: JobHandler = async ({ exif: reader, signal }, { id, type, originalPath }) => {
  const { exif, ...reading } = await readFile(reader, originalPath, type)
  const { latitude, longitude, fileSizeInByte } = exif
  const place = latitude === null || longitude === null ? nowhere : await places.placeOf({ latitude, longitude })
  signal.throwIfAborted()
  return {
    state: 'succeeded',
    metadata: { assetId: id, ...reading, exif: { ...exif, ...place, fileSizeInByte: BigInt(fileSizeInByte) } },
  }
}

/** Writes what was read of files, and what depends on it follows; call it in a transaction. */
export const saveMetadata = async (transaction: Queryable, metadata: Metadata[]): Promise<void> => {
  const turned = await writeMetadata(transaction, metadata)
  if (turned.length > 0) await enqueueJobs(transaction, 'regenerate-thumbnail', turned, 'bulk')
}
