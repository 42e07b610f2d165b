import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { DataStore, Server, Upload } from '@tus/server'
import type { Release, SharedLocks } from '../../database/shared-locks.js'
import { ProblemError } from '../../errors.js'
import { findContent, toHex } from '../own-contents.js'
import { type PaceLimits, watchPace } from '../pace.js'
import { requireMediaStart } from '../read-upload.js'
import type { StoredUpload } from '../record-alone.js'
import { toUploadResult } from '../store-upload.js'
import type { DiskRoom, QuotaRoom } from '../upload-room.js'
import { readFileFacts } from './file-facts.js'
import { KEPT_MS, lockOf, type PartialUpload, takenOver } from './partial-uploads.js'
import { receiveBytes } from './receive-bytes.js'
import { type Recording, recordUpload } from './record.js'
import { toTusProblem } from './to-tus-problem.js'

/** A request of the tus protocol. */
export interface ResumeRequest {
  request: IncomingMessage
  ownerId: string
  /** The upload that it names; null when it creates one. */
  uploadId: string | null
  /** Tells the client to send the body. */
  begin: () => void
}

/** The answer, which has no body. */
export interface ResumeAnswer {
  status: number
  headers: Record<string, string>
}

/** What resumable uploads need. */
export interface Resuming extends Recording {
  locks: SharedLocks
  folder: string
  room: DiskRoom
  quotas: QuotaRoom
  limit: number
  pace: PaceLimits
}

/** How many uploads of a user may be open. */
const MOST_OPEN = 1_000

/**
 * Answers a request of tus 1.0: a library checks the protocol, and the rest is as for uploadFile. The request that completes an upload
 * puts it into the library, and so does the next one after a crash. Throws a problem for every failure.
 */
export async function resume(
  parts: Resuming,
  { request, ownerId, uploadId, begin }: ResumeRequest,
): Promise<ResumeAnswer> {
  const { partials, database, locks, quotas, room } = parts
  const { method = 'GET' } = request
  const name = { ownerId, uploadId: uploadId ?? randomUUID() }
  const wanted = new AbortController()
  let release: Release | null = null
  let failure: unknown = null
  /** The asset of a content that the caller had before. */
  let known: StoredUpload | null = null
  /** Whether the upload that the caller wants to create is there. */
  let isBegun = false

  class Store extends DataStore {
    override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']

    override async create(upload: Upload) {
      if (isBegun) await partials.touch(name)
      else await partials.create(name, { size: upload.size ?? 0, metadata: upload.metadata ?? {}, stored: known })
      return upload
    }

    override async getUpload(id: string) {
      const { size, arrived: offset, metadata, touchedAt } = await find()
      return new Upload({ id, size, offset, metadata, creation_date: touchedAt.toISOString() })
    }

    /** The body is read from the request itself: the stream of the library is empty. */
    override async write(empty: Parameters<DataStore['write']>[0]) {
      empty.resume()
      const { size, arrived } = await find()
      return arrived === size ? size : receive(size, arrived)
    }

    override async remove() {
      await find()
      await partials.remove(name)
    }

    override getExpiration() {
      return KEPT_MS
    }
  }

  const lock = async () => {
    release = await locks.acquire(lockOf(name), () => wanted.abort(takenOver()))
  }

  const find = async (): Promise<PartialUpload> => {
    const upload = await partials.find(name)
    if (!upload) throw new ProblemError('not_found', 'There is no such upload. It may have been left alone for a day.')
    return upload
  }

  const receive = async (size: number, bytesBefore: number) => {
    await mkdir(parts.folder, { recursive: true })
    await room.require(parts.folder, size - bytesBefore)
    const stopping = new AbortController()
    const endWatch = watchPace(request, { ...parts.pace, outcome: 'What arrived is kept.' }, (problem) =>
      stopping.abort(problem),
    )
    try {
      begin()
      return await receiveBytes(request, {
        ...{ size, bytesBefore },
        append: (body, appending) => partials.append(name, body, appending),
        signal: AbortSignal.any([stopping.signal, wanted.signal]),
        onBytes: (bytes) => room.take(parts.folder, bytes),
        onStart: ({ folder, path }) => requireMediaStart(folder, path),
      })
    } finally {
      endWatch()
      await partials.touch(name)
    }
  }

  /** Checks, before the first byte, what can be checked. An upload of the same content goes on, also after its client forgot it. */
  const admit = async (upload: Upload) => {
    const { size = 0, metadata = {} } = upload
    const { checksum } = readFileFacts(metadata)
    known = checksum === null ? null : await findContent(database, ownerId, checksum)
    if (known) return
    const open = await partials.listOpen(ownerId)
    const begun = isEmpty(request) ? open.find((other) => other.size === size && isSame(other, checksum)) : undefined
    if (begun) {
      isBegun = true
      upload.id = name.uploadId = begun.uploadId
      return lock()
    }
    if (open.length >= MOST_OPEN)
      throw new ProblemError(
        'too_many_requests',
        `A user may have ${MOST_OPEN} open uploads. Finish some, or delete them.`,
      )
    const share = quotas.begin(ownerId)
    try {
      await share.require(open.reduce((sum, other) => sum + other.size, size))
    } finally {
      share.end()
    }
    await mkdir(parts.folder, { recursive: true })
    await room.require(parts.folder, size)
  }

  const server = new Server({
    path: '/api/upload',
    datastore: new Store(),
    maxSize: parts.limit,
    namingFunction: () => name.uploadId,
    getFileIdFromRequest: () => uploadId ?? undefined,
    // Relative to the address of the request, which a proxy may have changed.
    generateUrl: (_request, { id }) => `upload/${id}`,
    locker: {
      newLock: () => ({
        // Nobody else knows the name of a new one.
        lock: async () => (uploadId === null ? undefined : lock()),
        // It is held until the upload is recorded.
        unlock: async () => {},
      }),
    },
    onUploadCreate: async (_request, upload) => {
      await admit(upload)
      return {}
    },
    onResponseError: (_request, error) => {
      failure = error
      return undefined
    },
  })

  try {
    const response = await server.handleWeb(toWebRequest(request, method))
    if (failure !== null || !response.ok)
      throw toTusProblem(failure, { status: response.status, text: await response.text() })
    const headers = Object.fromEntries(
      [...response.headers].filter(
        ([header]) => !header.startsWith('access-control-') && !header.startsWith('content-'),
      ),
    )
    if (method === 'OPTIONS' || method === 'DELETE') return { status: response.status, headers }
    const upload = await find()
    headers['upload-offset'] = String(upload.arrived)
    if (upload.arrived < upload.size) return { status: response.status, headers }
    const stored = upload.stored ?? (await recordUpload(parts, name, upload))
    const result = JSON.stringify(toUploadResult(stored))
    return { status: response.status, headers: { ...headers, 'upload-result': result } }
  } finally {
    await (release as Release | null)?.()
  }
}

function isEmpty({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

/** Whether an upload has that checksum, which was told. One that nothing has touched for a day may be removed at any time. */
function isSame({ metadata, touchedAt }: PartialUpload, checksum: string | null) {
  const { checksum: told } = metadata
  return checksum !== null && !!told && toHex(told) === checksum && Date.now() - touchedAt.getTime() <= KEPT_MS
}

/** The request without its body. */
function toWebRequest({ headers }: IncomingMessage, method: string) {
  const given = Object.entries(headers).flatMap(([header, value]) =>
    value === undefined ? [] : [[header, String(value)] as [string, string]],
  )
  return new Request('http://localhost/api/upload', { method, headers: given })
}
