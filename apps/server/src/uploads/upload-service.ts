import type { IncomingMessage } from 'node:http'
import { admission } from '../admission/admission.js'
import type { Config } from '../config/config.js'
import type { Database } from '../database/ask.js'
import { openSharedLocks } from '../database/shared-locks.js'
import { ProblemError, StorageError } from '../errors.js'
import type { Logger } from '../logger.js'
import { toStorageError } from '../storage/fault.js'
import type { Originals } from '../storage/originals.js'
import { openIncoming } from './incoming.js'
import { watchPace } from './pace.js'
import { readUpload, requireMediaStart } from './read-upload.js'
import { type ReceivedForm, receiveForm } from './receive-form.js'
import type { StoredUpload } from './record-alone.js'
import { openBucketPartials } from './resumable/bucket-partials.js'
import { openFolderPartials } from './resumable/folder-partials.js'
import type { ResumeAnswer, ResumeRequest } from './resumable/resume.js'
import type { Staging } from './staging.js'
import { storeUpload } from './store-upload.js'
import { sweepPartialUploads, sweepUploads } from './sweep.js'
import { createDiskRoom, createQuotaRoom, type QuotaShare, toStorageProblem } from './upload-room.js'

/** A request with a file. */
export interface UploadRequest {
  request: IncomingMessage
  ownerId: string
  /** The SHA-1 that the content must have, in hexadecimal; null when the client has not told it. */
  checksum: string | null
  /** Tells the client to send the body. */
  begin: () => void
}

/** Receives uploads, several at once. */
export interface UploadService {
  /** Stores a file whole, or not at all. Throws what the contract says of uploadFile. */
  receive(upload: UploadRequest): Promise<StoredUpload>
  /** Answers a request of a resumable upload, by tus 1.0. Throws a problem for each failure. */
  resume(asked: ResumeRequest): Promise<ResumeAnswer>
  /** Resolves when what earlier processes left behind has been removed. */
  swept: Promise<void>
  close(): Promise<void>
}

const SIDECAR_BYTES = 10_000_000

/** A form has names and boundaries beside its files. */
const FORM_BYTES = 64 * 1024

const SWEEP_MS = 600_000

/** Opens the upload folder of the configuration. It is created with the first upload. */
export function openUploadService({
  config,
  url,
  database,
  originals,
  logger,
}: {
  config: Pick<Config, 'uploads' | 'http'>
  /** The address of the database. */
  url: string
  database: Database
  originals: Originals
  logger: Logger
}): UploadService {
  const { folder, limit, reserve, totalMs } = config.uploads
  const incoming = openIncoming(folder, { database, originals })
  const room = createDiskRoom(reserve)
  const quotas = createQuotaRoom(database)
  const pace = { windowMs: config.http.requestMs, totalMs }
  const partialFiles = openFolderPartials(folder)
  const { bucket } = originals
  const partials = bucket === null ? partialFiles : openBucketPartials({ database, originals, bucket, incoming })
  const locks = openSharedLocks(url)
  const sweep = async () => {
    try {
      await sweepUploads(folder, { database, logger })
      for (const place of new Set([partialFiles, partials])) await sweepPartialUploads(place, locks)
    } catch (error) {
      logger.warn({ err: error }, 'what interrupted uploads left could not be removed')
    }
  }
  const swept = sweep()
  const sweeping = setInterval(() => void sweep(), SWEEP_MS).unref()

  const explain = (error: unknown) => {
    const fault = isUnwritable(error) ? toStorageError(folder, error) : error
    if (fault instanceof StorageError) logger.error({ err: fault }, 'an upload cannot be stored')
    return toStorageProblem(fault)
  }

  const store = async (staging: Staging, share: QuotaShare, { request, ownerId, checksum, begin }: UploadRequest) => {
    await room.require(staging.files, lengthOf(request))
    const slow = new AbortController()
    const endWatch = watchPace(request, pace, (problem) => slow.abort(problem))
    try {
      begin()
      const form = await receiveForm(request, staging.files, {
        limits: { bytes: limit, sidecarBytes: SIDECAR_BYTES },
        signal: slow.signal,
        writing: (part, path) => ({
          onBytes: async (bytes) => {
            await share.take(bytes)
            await room.take(staging.files, bytes)
          },
          onStart: async () => {
            if (part !== 'sidecarData') await requireMediaStart(staging.files, path)
          },
        }),
      })
      endWatch()
      requireChecksum(form, checksum)
      const upload = await readUpload(form, { folder: staging.files, target: staging.target })
      return await storeUpload(database, staging, {
        ...{ ownerId, originals, upload, fields: form.fields, priority: 'person' },
        onStored: ({ duplicate }) => share.end(duplicate ? 0 : upload.bytes),
      })
    } finally {
      endWatch()
    }
  }

  return {
    swept,
    receive: async (upload) => {
      const { request, ownerId } = upload
      if (lengthOf(request) > limit)
        throw new ProblemError('payload_too_large', `The body is larger than ${limit} bytes.`)
      return inTurn(upload, async () => {
        const share = quotas.begin(ownerId)
        try {
          await share.require(Math.max(0, lengthOf(request) - FORM_BYTES))
          const staging = await incoming.begin(ownerId)
          try {
            return await store(staging, share, upload)
          } finally {
            await staging.end()
          }
        } catch (error) {
          throw explain(error)
        } finally {
          share.end()
        }
      })
    },
    resume: async (asked) => {
      // Loaded by the first request of its kind.
      const { resume } = await import('./resumable/resume.js')
      const parts = { database, originals, incoming, partials, locks, folder, room, quotas, limit, pace }
      return inTurn(asked, () =>
        resume(parts, asked).catch((error) => {
          throw explain(error)
        }),
      )
    },
    close: async () => {
      clearInterval(sweeping)
      await swept
      await locks.close()
      await incoming.close()
    },
  }
}

/** What tells of a disk that is away, broken or read-only, as which Node finds no folder, or of a folder that is closed. */
const UNWRITABLE = ['ENOENT', 'ESTALE', 'EIO', 'EROFS', 'EACCES', 'EPERM']

function isUnwritable(error: unknown) {
  return UNWRITABLE.includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Waits until the owner may upload one more, or the client has gone. */
async function inTurn<T>(
  { request, ownerId }: Pick<UploadRequest, 'request' | 'ownerId'>,
  work: () => Promise<T>,
): Promise<T> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  request.once('close', leave)
  const endTurn = await admission.upload.acquire(ownerId, gone).finally(() => request.off('close', leave))
  try {
    return await work()
  } finally {
    endTurn()
  }
}

/** The announced length of a body in bytes; 0 when it is unknown. */
function lengthOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

function requireChecksum({ files }: ReceivedForm, checksum: string | null) {
  if (checksum === null || files.assetData.checksum === checksum) return
  const detail = `is not the SHA-1 of the content that arrived, ${files.assetData.checksum}`
  throw new ProblemError('invalid_request', `The header x-immich-checksum ${detail}. Nothing was stored.`, {
    errors: [{ pointer: '/header/x-immich-checksum', code: 'invalid_value', detail }],
  })
}
