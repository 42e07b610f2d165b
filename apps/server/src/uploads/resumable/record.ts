import { extname, join } from 'node:path'
import { readChecksum, withOpenFile } from '@media-library/media'
import type { Database } from '../../database/ask.js'
import { ProblemError } from '../../errors.js'
import { announceEvents } from '../../events/event.js'
import type { Originals } from '../../storage/originals.js'
import type { Incoming } from '../incoming/incoming.js'
import { readUpload, requireMediaStart } from '../read-upload.js'
import type { StoredUpload } from '../record-alone.js'
import { storeUpload } from '../store-upload.js'
import { otherContent, readFileFacts } from './file-facts.js'
import { noteStored, type UploadName } from './partial-row.js'
import type { PartialUpload, PartialUploads } from './partial-uploads.js'

/** The parts of the service that record an upload. */
export interface Recording {
  database: Database
  originals: Originals
  incoming: Incoming
  partials: PartialUploads
}

/** The codes of problems that a repetition cannot solve. */
const FINAL = new Set(['invalid_request', 'not_media'])

/**
 * Takes an upload whose bytes have all arrived into the library. The caller holds its lock. The bytes stay where they are until the
 * asset is noted: whatever crashes, the next request finds the asset. Throws what the contract says of uploadFile; an upload that can
 * never be stored is removed.
 */
export async function recordUpload(
  { database, originals, incoming, partials }: Recording,
  { credentialId, ...name }: UploadName & { credentialId: string },
  upload: PartialUpload,
): Promise<StoredUpload> {
  const { ownerId, uploadId } = name
  const staging = await incoming.begin(ownerId)
  try {
    const { fields, name: fileName, checksum } = readFileFacts(upload.metadata)
    const path = join(staging.files, `assetData${extname(fileName)}`)
    await partials.bring(name, path)
    await requireMediaStart(staging.files, path)
    const place = { folder: staging.files, path }
    const found = await withOpenFile(place, readChecksum)
    if (checksum !== null && checksum !== found) throw otherContent(found)
    const assetData = { path, name: fileName, checksum: found, size: upload.size }
    const read = await readUpload(
      { fields: { ...fields, assetData: fileName }, files: { assetData } },
      { folder: staging.files, target: staging.target },
    )
    const stored = await storeUpload(database, staging, {
      ownerId,
      credentialId,
      originals,
      upload: read,
      fields,
      priority: 'person',
      share: { id: uploadId, settle: (transaction, asset) => noteStored(transaction, name, asset) },
    })
    await partials.removeBytes(name, upload)
    void announceEvents(database)
    return stored
  } catch (error) {
    if (error instanceof ProblemError && FINAL.has(error.code)) await partials.remove(name)
    throw error
  } finally {
    await staging.end()
  }
}
