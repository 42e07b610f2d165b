import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { DataStore, Server, Upload } from '@tus/server'
import type { Release, SharedLocks } from '../../database/shared-locks.js'
import { ProblemError } from '../../errors.js'
import { findContent } from '../own-contents.js'
import { notMedia } from '../read-upload.js'
import { toUploadResult } from '../store-upload.js'
import type { Uploader } from '../uploader.js'
import { beginPartial } from './begin-partial.js'
import { readFileFacts, withDefaults } from './file-facts.js'
import { KEPT_MS, type UploadName } from './partial-row.js'
import { type PartialUpload, takenOver, toLock } from './partial-uploads.js'
import { type Receiving, receivePart } from './receive-part.js'
import { type Recording, recordUpload } from './record.js'
import { endWhenSilent } from './take-over.js'
import { toTusProblem } from './to-tus-problem.js'

/** A request of the tus protocol. */
export interface ResumeRequest {
  request: IncomingMessage
  caller: Uploader
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

/** The parts of the service that resumable uploads need. */
export interface Resuming extends Recording, Receiving {
  locks: SharedLocks
  limit: number
}

/** The number of uploads of the same content that may end while another request waits for it. */
const ATTEMPTS = 3

/** The least milliseconds for which a client is told that its upload is kept. */
const LEAST_MS = 600_000

/**
 * Answers a request of tus 1.0: a library checks the protocol, and the rest is as for uploadFile. The request that completes an upload
 * puts it into the library, and so does the next one after a crash. Throws a problem for every failure.
 */
export async function resume(
  parts: Resuming,
  { request, caller, uploadId, begin }: ResumeRequest,
): Promise<ResumeAnswer> {
  const { partials, database, locks, freeSpace } = parts
  const { method = 'GET' } = request
  const name: UploadName = { ownerId: caller.user.id, uploadId: uploadId ?? randomUUID() }
  const ending = new AbortController()
  let release: Release | null = null
  let failure: unknown = null
  /** Whether this request made an upload that only its answer names. */
  let isOnlyOurs = false

  class Store extends DataStore {
    override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']

    override async create(upload: Upload) {
      return upload
    }

    override async getUpload(id: string) {
      const { size, arrived: offset, metadata, touchedAt } = await find()
      // What is found has not ended, whatever the clock of this server says.
      const keptFrom = Math.max(touchedAt.getTime(), Date.now() - KEPT_MS + LEAST_MS)
      return new Upload({ id, size, offset, metadata, creation_date: new Date(keptFrom).toISOString() })
    }

    /** The body is read from the request itself: the stream of the library is empty. */
    override async write(empty: Parameters<DataStore['write']>[0]) {
      empty.resume()
      const { size, arrived } = await find()
      // The body of a request that creates an upload is its start, which is there when the upload was open.
      if (arrived === size || (uploadId === null && arrived > 0)) return arrived
      const outcome = isOnlyOurs ? 'Nothing was stored.' : 'What arrived is kept.'
      return receivePart(parts, { name, size, arrived }, { request, caller, begin, signal: ending.signal, outcome })
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
    const end = () => ending.abort(takenOver())
    release = await locks.acquire(toLock(name), endWhenSilent(request, end), end)
  }
  const unlock = async () => {
    await release?.()
    release = null
  }

  const find = async (): Promise<PartialUpload> => {
    const upload = await partials.find(name)
    if (!upload) throw new ProblemError('not_found', 'There is no such upload. It may have been left alone for a day.')
    return upload
  }

  /**
   * Checks everything that can be checked before the first byte. An upload of the same content is continued, even if its client has
   * forgotten it.
   */
  const admit = async (upload: Upload) => {
    const { size = 0 } = upload
    if (size === 0) throw notMedia('The file is empty.')
    const metadata = withDefaults(upload.metadata ?? {}, size)
    const { checksum } = readFileFacts(metadata)
    const stored = checksum === null ? null : await findContent(database, name.ownerId, checksum)
    if (!stored) {
      await mkdir(parts.folder, { recursive: true })
      await freeSpace.require(parts.folder, size)
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const begun = await beginPartial(database, caller, { size, metadata, stored, checksum })
      isOnlyOurs = begun.isNew && checksum === null
      upload.id = name.uploadId = begun.uploadId
      await lock()
      if (begun.isNew || (await partials.touch(name))) return
      await unlock()
    }
    throw takenOver()
  }

  const record = async (upload: PartialUpload) => {
    try {
      return await recordUpload(parts, { ...name, credentialId: caller.credentialId }, upload)
    } catch (error) {
      // A client learns where to continue, whatever the quota is now.
      if (method === 'HEAD' && error instanceof ProblemError && error.code === 'quota_exceeded') return null
      throw error
    }
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
        // One that is created is locked with its name.
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
    const stored = upload.arrived < upload.size ? null : (upload.stored ?? (await record(upload)))
    if (stored) headers['upload-result'] = JSON.stringify(toUploadResult(stored))
    return { status: response.status, headers }
  } catch (error) {
    if (isOnlyOurs) await partials.remove(name).catch(() => {})
    throw error
  } finally {
    await unlock()
  }
}

/** Returns the request without its body. */
function toWebRequest({ headers }: IncomingMessage, method: string) {
  const headerList = Object.entries(headers).flatMap(([header, value]) =>
    value === undefined ? [] : [[header, String(value)] as [string, string]],
  )
  return new Request('http://localhost/api/upload', { method, headers: headerList })
}
