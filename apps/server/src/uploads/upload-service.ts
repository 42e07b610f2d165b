import type { IncomingMessage } from 'node:http'
import type { FilePlace } from '@media-library/media'
import { admission } from '../admission/admission.js'
import type { Config } from '../config/config.js'
import type { PrismaDatabase } from '../database/connect.js'
import { openSharedLocks } from '../database/shared-locks.js'
import { ProblemError, StorageError } from '../errors.js'
import type { Logger } from '../logger.js'
import { isUnwritable, toStorageError } from '../storage/fault.js'
import type { Originals } from '../storage/originals.js'
import { type CredentialWatch, requireStillValid } from '../users/still-valid.js'
import { lendPicture, PICTURE_BYTES } from './form/lend-picture.js'
import { type FormRequest, receiveWatched } from './form/receive-watched.js'
import { createFreeSpace, toStorageProblem } from './incoming/free-space.js'
import { openIncoming } from './incoming/incoming.js'
import type { Staging } from './incoming/staging.js'
import { sweepPartialFiles, sweepPartialUploads, sweepUploads } from './incoming/sweep.js'
import { type FormShare, forgetForms, openFormShares } from './quota/form-shares.js'
import { type ReceivedUpload, readUpload, requireMediaStart, uploadForm } from './read-upload.js'
import type { StoredUpload, UploadVisit } from './record-alone.js'
import { openBucketBytes } from './resumable/bucket-bytes.js'
import { openFolderBytes } from './resumable/folder-bytes.js'
import { openPartialUploads } from './resumable/partial-uploads.js'
import type { ResumeAnswer, ResumeRequest } from './resumable/resume.js'
import { storeUpload } from './store-upload.js'
import type { Uploader } from './uploader.js'

/** A request with a file. */
export interface UploadRequest extends FormRequest {
  /** The SHA-1 that the content must have, in hexadecimal; null when the client has not told it. */
  checksum: string | null
  /** The link by which a visitor uploads for the caller; null for users. */
  visit: UploadVisit | null
}

/** Receives uploads, several at once. */
export interface UploadService {
  /** Stores a file whole, or not at all. Throws what the contract says of uploadFile. */
  receive(upload: UploadRequest): Promise<StoredUpload>
  /** Receives the picture of a user, which is no asset, and lends its file. Throws what the contract says of createProfileImage. */
  lendPicture<T>(request: FormRequest, use: (picture: FilePlace) => Promise<T>): Promise<T>
  /** Answers a request of a resumable upload, by tus 1.0. Throws a problem for each failure. */
  resume(request: ResumeRequest): Promise<ResumeAnswer>
  /** Fulfilled once the files that earlier processes left behind have been removed. */
  swept: Promise<void>
  close(): Promise<void>
}

const SIDECAR_BYTES = 10_000_000

const SWEEP_MS = 600_000

/** Opens the upload folder of the configuration. It is created with the first upload. */
export function openUploadService({
  config,
  url,
  database,
  originals,
  logger,
  credentials,
}: {
  config: Pick<Config, 'uploads' | 'http'>
  /** The address of the database. */
  url: string
  database: PrismaDatabase
  originals: Originals
  logger: Logger
  credentials: CredentialWatch
}): UploadService {
  const { folder, limit, reserve, totalMs } = config.uploads
  const incoming = openIncoming(folder, { database, originals })
  const freeSpace = createFreeSpace(reserve)
  const shares = openFormShares(database)
  const pace = { windowMs: config.http.requestMs, totalMs }
  const { bucket } = originals
  const partialBytes =
    bucket === null ? openFolderBytes(folder) : openBucketBytes({ database, originals, bucket, incoming })
  const partials = openPartialUploads(database, partialBytes)
  const locks = openSharedLocks(url)
  const sweep = async () => {
    try {
      await sweepUploads(folder, { database, logger })
      await sweepPartialUploads(partials, { database, locks, logger })
      await sweepPartialFiles(folder, { database })
      await forgetForms(database)
    } catch (error) {
      logger.warn({ err: error }, 'what interrupted uploads left could not be removed')
    }
  }
  const swept = sweep()
  const sweeping = setInterval(() => void sweep(), SWEEP_MS).unref()

  const explain = async (error: unknown, { credentialId }: Uploader) => {
    if (error instanceof ProblemError) return error
    // What fails because its user was removed meanwhile is no fault.
    const ended: unknown = await requireStillValid(database, credentialId).catch((problem: unknown) => problem)
    if (ended instanceof ProblemError) return ended
    const fault = isUnwritable(error) ? toStorageError(folder, error) : error
    if (fault instanceof StorageError) logger.error({ err: fault }, 'an upload cannot be stored')
    return toStorageProblem(fault)
  }

  const store = async (
    staging: Staging,
    share: FormShare,
    { request, caller, checksum, begin, visit }: UploadRequest,
  ) => {
    const folder = staging.files
    await freeSpace.require(folder, readLength(request))
    const form = await receiveWatched(
      { pace, credentials },
      { request, caller, begin },
      {
        folder,
        shape: uploadForm,
        limits: { bytes: limit, sidecarBytes: SIDECAR_BYTES },
        writing: (part, path) => ({
          onBytes: async (bytes) => {
            await share.take(bytes)
            await freeSpace.take(folder, bytes)
          },
          onStart: async () => {
            if (part !== 'sidecarData') await requireMediaStart(folder, path)
          },
        }),
      },
    )
    requireChecksum(form, checksum)
    const upload = await readUpload(form, { folder, target: staging.target })
    return await storeUpload(database, staging, {
      ownerId: caller.user.id,
      credentialId: caller.credentialId,
      originals,
      upload,
      fields: visit ? { ...form.fields, isFavorite: false, isArchived: false } : form.fields,
      visit,
      priority: 'person',
      share,
    })
  }

  return {
    swept,
    receive: async (upload) => {
      const { request, caller } = upload
      requireLength(request, limit)
      return inTurn(upload, async () => {
        try {
          const share = await shares.begin(caller.user, readLength(request) || null)
          try {
            const staging = await incoming.begin(caller.user.id)
            return await store(staging, share, upload).finally(() => staging.end())
          } finally {
            await share.end()
          }
        } catch (error) {
          throw await explain(error, caller)
        }
      })
    },
    lendPicture: async (request, use) => {
      requireLength(request.request, PICTURE_BYTES)
      const parts = { incoming, freeSpace, pace, credentials }
      return inTurn(request, () =>
        lendPicture(parts, request, use).catch(async (error) => {
          throw await explain(error, request.caller)
        }),
      )
    },
    resume: async (request) => {
      // Loaded by the first request of its kind.
      const { resume } = await import('./resumable/resume.js')
      const parts = { database, originals, incoming, partials, locks, credentials, folder, freeSpace, limit, pace }
      return inTurn(request, () =>
        resume(parts, request).catch(async (error) => {
          throw await explain(error, request.caller)
        }),
      )
    },
    close: async () => {
      clearInterval(sweeping)
      shares.close()
      await swept
      await locks.close()
      await incoming.close()
    },
  }
}

/** Waits until the owner may upload one more, or the client has gone. */
async function inTurn<T>(
  { request, caller }: Pick<UploadRequest, 'request' | 'caller'>,
  work: () => Promise<T>,
): Promise<T> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  request.once('close', leave)
  const endTurn = await admission.upload.acquire(caller.user.id, gone).finally(() => request.off('close', leave))
  try {
    return await work()
  } finally {
    endTurn()
  }
}

function requireLength(request: IncomingMessage, limit: number) {
  if (readLength(request) > limit)
    throw new ProblemError('payload_too_large', `The body is larger than ${limit} bytes.`)
}

/** Returns the announced length of a body in bytes; 0 when it is unknown. */
function readLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

function requireChecksum({ files }: ReceivedUpload, checksum: string | null) {
  if (checksum === null || files.assetData.checksum === checksum) return
  const detail = `is not the SHA-1 of the content that arrived, ${files.assetData.checksum}`
  throw new ProblemError('invalid_request', `The header x-immich-checksum ${detail}. Nothing was stored.`, {
    errors: [{ pointer: '/header/x-immich-checksum', code: 'invalid_value', detail }],
  })
}
