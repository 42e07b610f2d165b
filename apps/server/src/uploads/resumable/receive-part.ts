import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Database } from '../../database/ask.js'
import { ProblemError } from '../../errors.js'
import { type CredentialWatch, requireStillValid } from '../../users/still-valid.js'
import type { FreeSpace } from '../incoming/free-space.js'
import { type PaceLimits, watchPace } from '../pace.js'
import { requireMediaStart } from '../read-upload.js'
import type { Uploader } from '../uploader.js'
import type { UploadName } from './partial-row.js'
import type { PartialUpload, PartialUploads } from './partial-uploads.js'
import { receiveBytes } from './receive-bytes.js'

/** The parts of the service that receive a part of an upload. */
export interface Receiving {
  database: Database
  partials: PartialUploads
  credentials: CredentialWatch
  folder: string
  freeSpace: FreeSpace
  pace: PaceLimits
}

/** An arriving part of an upload. */
export interface ArrivingPart {
  request: IncomingMessage
  caller: Uploader
  /** Tells the client to send the body. */
  begin: () => void
  /** Aborts when the request has to end. */
  signal: AbortSignal
  /** The description, for the client, of what happens to the bytes of an upload that is too slow. */
  outcome: string
}

/**
 * Receives bytes at the end of an upload whose lock the request holds. Returns the number of bytes then. Whatever fails, the bytes that
 * arrived before are kept, unless they cannot be a photo, video or sound. Throws the reason why the request ends; `unauthenticated`
 * when its caller may no longer upload.
 */
export async function receivePart(
  { database, partials, credentials, folder, freeSpace, pace }: Receiving,
  { name, size, arrived }: Pick<PartialUpload, 'size' | 'arrived'> & { name: UploadName },
  { request, caller: { credentialId }, begin, signal, outcome }: ArrivingPart,
): Promise<number> {
  await mkdir(folder, { recursive: true })
  await freeSpace.require(folder, size - arrived)
  const stopping = new AbortController()
  const stop = (problem: ProblemError) => stopping.abort(problem)
  const endPace = watchPace(request, { ...pace, outcome }, stop)
  const endWatch = credentials.watch(credentialId, stop)
  try {
    begin()
    const bytes = await receiveBytes(request, {
      size,
      bytesBefore: arrived,
      append: (body, appending) => partials.append(name, body, appending),
      signal: AbortSignal.any([stopping.signal, signal]),
      onBytes: (bytes) => freeSpace.take(folder, bytes),
      onStart: (place) => requireMediaStart(place.folder, place.path),
    })
    await requireStillValid(database, credentialId)
    return bytes
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_media') await partials.remove(name)
    throw error
  } finally {
    endPace()
    endWatch()
    await partials.touch(name)
  }
}
