import { join } from 'node:path'
import type { PrismaDatabase } from '../../../src/database/connect.js'
import { inTransaction } from '../../../src/database/transaction.js'
import type { Asset } from '../../../src/generated/prisma/client.js'
import type { JobAsset } from '../../../src/jobs/queue/claim-jobs.js'
import { refreshMetadata, saveMetadata } from '../../../src/jobs/worker/refresh-metadata.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg, writeTags } from '../../fixtures/photo.js'
import { createAsset, type TestUser } from '../database/factories.js'
import { openJobContext } from './job-context.js'
import { toJobAsset } from './open-file.js'

/** Opens a library of photos whose metadata are to be read, for the length of a test file, in that database or one of its own. */
export async function openPhotoLibrary(served?: PrismaDatabase) {
  const context = await openJobContext(served)
  const { database } = context
  return {
    context,
    database,
    /** Does the job, and writes what it read. */
    refresh: async (asset: Asset, own: Partial<JobAsset> = {}) => {
      const outcome = await refreshMetadata(context, { ...toJobAsset(asset), ...own })
      const { metadata } = { metadata: undefined, ...outcome }
      if (metadata) await inTransaction(database, (transaction) => saveMetadata(transaction, [metadata]))
      return outcome
    },
    read: (asset: Asset) =>
      database.asset.findUniqueOrThrow({
        where: { id: asset.id },
        include: {
          exif: true,
          tags: { include: { tag: true }, orderBy: { tag: { name: 'asc' } } },
          faces: { include: { person: true }, omit: { fileCreatedAt: true }, orderBy: { boundingBoxX1: 'asc' } },
        },
      }),
    listJobs: ({ id: assetId }: Asset) => database.assetJob.findMany({ where: { assetId } }),
    /** Creates an asset and its photo, which may have tags of exiftool. */
    createPhoto: async (
      owner: TestUser,
      { tags, content }: { tags?: Record<string, unknown>; content?: Buffer } = {},
    ) => {
      const folder = await makeFolder({ 'photo.jpg': content ?? (await makeJpeg()) })
      const originalPath = join(folder, 'photo.jpg')
      if (tags) await writeTags(originalPath, tags)
      return createAsset(database, owner, { originalPath })
    },
  }
}

/** Returns a face region of the Metadata Working Group, a fifth of the width and half the height of its picture. */
export function face(name: string, X: number) {
  return {
    Area: { X, Y: 0.5, W: 0.2, H: 0.5, Unit: 'normalized' },
    Name: name,
    Type: 'Face',
  }
}

/** Returns the tag that marks faces in a photo of 60 by 40 pixels. */
export function makeRegions(...faces: object[]): Record<string, unknown> {
  return {
    RegionInfo: { AppliedToDimensions: { W: 60, H: 40, Unit: 'pixel' }, RegionList: faces },
  }
}
