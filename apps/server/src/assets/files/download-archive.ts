import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { create as toDisposition } from 'content-disposition'
import { ZipFile } from 'yazl'
import { acquireFor } from '../../admission/acquire-for.js'
import { admission } from '../../admission/admission.js'
import type { Handler } from '../../answers/handler.js'
import { requireUsable } from '../../answers/refusals.js'
import { writtenBody } from '../../answers/sent-body.js'
import type { ServerContext } from '../../context.js'
import { STALL_MS } from '../../database/reader-pace.js'
import { ProblemError } from '../../errors.js'
import { beginReading } from '../../storage/begin-reading.js'
import type { PlacedFile } from '../../storage/file-store.js'
import { readInTime } from '../../storage/read-in-time.js'
import type { SentFile } from './answer-file.js'
import { type AssetFileRow, findAssetFiles } from './asset-file.js'
import { type Sending, sendOrCutOff } from './file-body.js'
import { uniqueNames } from './file-names.js'
import { findInvisible } from './get-download-info.js'
import { openOriginal } from './original.js'
import { findShots } from './shots.js'

export const downloadArchive: Handler<'downloadArchive'> = async (
  { body: { assetIds }, caller: { user, credentialId }, endTurn, res },
  context,
) => {
  const { database } = context
  const ids = [...new Set(assetIds)]
  requireUsable({ property: 'assetIds', ids: assetIds, unusable: await findInvisible(database, assetIds, user.id) })
  endTurn()
  await acquireFor(res, admission.archive, user.id)
  const pieces = await beginReading(archive(context, { ids, userId: user.id }))
  res.set({
    'Content-Type': 'application/zip',
    'Content-Disposition': toDisposition('photos.zip'),
    'Cache-Control': 'no-store, no-transform',
  })
  const watchCaller: Sending['watchCaller'] = (onEnded) => context.credentials.watch(credentialId, onEnded)
  return { status: 200, body: writtenBody<Blob>((response) => void sendOrCutOff(response, pieces, watchCaller)) }
}

type Sources = Pick<ServerContext, 'database' | 'originals' | 'logger' | 'measures'>

interface Archived {
  ids: string[]
  userId: string
}

/** Writes an archive. A file that cannot be read ends it early, so that it does not look complete. */
async function* archive(context: Sources, archived: Archived): AsyncGenerator<Buffer> {
  const leaving = new AbortController()
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => void output.destroy(error)
  zip.on('error', fail)
  addFiles(zip, context, { ...archived, signal: leaving.signal }).catch(fail)
  try {
    yield* output
  } finally {
    leaving.abort()
  }
}

/** The number of files that are looked up at once. */
const AT_ONCE = 200

/**
 * The milliseconds for which a lookup counts: an asset may be deleted, or an album no longer shared, while a slow reader receives other
 * files.
 */
const FRESH_MS = 1_000

/** Adds files one after the other, and lists the missing ones at the end. The signal aborts when the reader has left. */
async function addFiles(
  zip: ZipFile,
  context: Sources,
  { ids, userId, signal }: Archived & { signal: AbortSignal },
): Promise<void> {
  const toUniqueName = uniqueNames()
  const missing: string[] = []
  for (let next = 0; next < ids.length; ) {
    const inputs = ids.slice(next, next + AT_ONCE).map((id) => ({ id, userId }))
    const found = await findAssetFiles(context.database, inputs)
    const foundAt = performance.now()
    const shots = await findShots(
      context.database,
      found.filter((asset) => asset !== null),
    )
    for (const asset of found) {
      if (performance.now() - foundAt > FRESH_MS) break
      next += 1
      if (!asset) continue
      const entry = await openEntry(context, asset).catch(nullIfOffline)
      if (entry) await addFile(zip, entry, { name: toUniqueName(entry.sent.name, shots.get(asset.id) ?? []), signal })
      else missing.push(asset.originalFileName)
      if (signal.aborted) return
    }
  }
  if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join('\n')}\n`), toUniqueName('missing-files.txt', []))
  zip.end()
}

/** Returns null for a file that is missing, which is left out. Throws when a file cannot be read at the moment. */
function nullIfOffline(error: unknown): null {
  if (error instanceof ProblemError && error.code === 'offline') return null
  throw error
}

/** An open original, whose first bytes have been read. */
interface Entry {
  sent: SentFile
  content: AsyncIterableIterator<Buffer>
}

async function openEntry(context: Sources, asset: AssetFileRow): Promise<Entry> {
  const sent = await openOriginal(context, asset, undefined)
  try {
    return { sent, content: await beginReading(readInTime(copyChunks(sent.file), { silenceMs: STALL_MS })) }
  } catch (error) {
    await sent.file.close()
    throw sent.toProblem(error)
  }
}

/** Resolves when the file was read to its end, or the reader has left. */
async function addFile(
  zip: ZipFile,
  { sent: { file }, ...entry }: Entry,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<void> {
  const content = Readable.from(entry.content, { signal })
  try {
    zip.addReadStream(content, name, { mtime: file.modifiedAt, mode: 0o100644, compress: false, size: file.size })
    await finished(content)
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await file.close()
  }
}

/** Copies the chunks of a file: a chunk is valid until the next one is requested, and the archive requests ahead. */
async function* copyChunks(file: PlacedFile) {
  if (file.size === 0) return
  for await (const chunk of file.chunks({ start: 0, end: file.size - 1 })) yield Buffer.from(chunk)
}
