import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { create as toDisposition } from 'content-disposition'
import type { Response } from 'express'
import { ZipFile } from 'yazl'
import { acquireFor } from '../../admission/acquire-for.js'
import { admission } from '../../admission/admission.js'
import type { Handler } from '../../answers/handler.js'
import { requireUsable } from '../../answers/refusals.js'
import { writtenBody } from '../../answers/sent-body.js'
import type { ServerContext } from '../../context.js'
import { watchReader } from '../../database/reader-pace.js'
import { ProblemError } from '../../errors.js'
import type { PlacedFile } from '../../storage/file-store.js'
import type { SentFile } from './answer-file.js'
import { findAssetFiles } from './asset-file.js'
import { findInvisible } from './get-download-info.js'
import { openOriginal } from './original.js'

export const downloadArchive: Handler<'downloadArchive'> = async (
  { body: { assetIds }, caller: { user }, endTurn, res },
  context,
) => {
  const { database } = context
  const ids = [...new Set(assetIds)]
  requireUsable({ property: 'assetIds', ids: assetIds, unusable: await findInvisible(database, assetIds, user.id) })
  endTurn()
  await acquireFor(res, admission.archive, user.id)
  res.set({
    'Content-Type': 'application/zip',
    'Content-Disposition': toDisposition('photos.zip'),
    'Cache-Control': 'no-store, no-transform',
  })
  return { status: 200, body: writtenBody<Blob>((response) => send(response, context, { ids, userId: user.id })) }
}

type Sources = Pick<ServerContext, 'database' | 'originals' | 'logger'>

interface Archived {
  ids: string[]
  userId: string
}

/** Sends an archive at the pace of its reader, who is cut off when nothing is taken for a minute. */
function send(response: Response, context: Sources, archived: Archived): void {
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  const zip = new ZipFile()
  // A file that cannot be read ends the response before the archive, so that it does not look complete.
  const cutOff = (error: unknown) => {
    if (response.destroyed) return
    response.req.log.error({ requestId: response.req.id, err: error }, 'an archive was cut off')
    response.destroy()
  }
  zip.on('error', cutOff)
  addFiles(zip, context, { ...archived, signal: leaving.signal }).catch(cutOff)
  const giveUp = () => void response.destroy()
  Readable.from(watchReader(zip.outputStream as AsyncIterable<Buffer>, { isWanted: () => false, giveUp }))
    .on('error', giveUp)
    .pipe(response)
}

/** How many files are looked up at once. */
const AT_ONCE = 200

/** Adds files one after the other, and says in the end which are missing. The signal aborts when the reader has left. */
async function addFiles(
  zip: ZipFile,
  context: Sources,
  { ids, userId, signal }: Archived & { signal: AbortSignal },
): Promise<void> {
  const nameOf = uniqueNames()
  const missing: string[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const inputs = ids.slice(start, start + AT_ONCE).map((id) => ({ id, userId }))
    for (const asset of await findAssetFiles(context.database, inputs)) {
      // An asset may have been deleted in the meantime.
      if (!asset) continue
      const sent = await openOriginal(context, asset, undefined).catch(nullIfOffline)
      if (sent) await addFile(zip, sent, { name: nameOf(sent.name), signal })
      else missing.push(asset.originalFileName)
      if (signal.aborted) return
    }
  }
  if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join('\n')}\n`), nameOf('missing-files.txt'))
  zip.end()
}

/** A file that is missing is left out. One that cannot be read at the moment is not. */
function nullIfOffline(error: unknown): null {
  if (error instanceof ProblemError && error.code === 'offline') return null
  throw error
}

/** Resolves when the file was read to its end, or the reader has left. */
async function addFile(
  zip: ZipFile,
  { file }: SentFile,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<void> {
  const content = Readable.from(copiesOf(file), { signal })
  try {
    zip.addReadStream(content, name, { mtime: file.modifiedAt, mode: 0o100644, compress: false, size: file.size })
    await finished(content)
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await file.close()
  }
}

/** A chunk of a file is valid until the next one is asked for, and the archive asks ahead. */
async function* copiesOf(file: PlacedFile) {
  if (file.size === 0) return
  for await (const chunk of file.chunks({ start: 0, end: file.size - 1 })) yield Buffer.from(chunk)
}

/** Names files so that no two of a folder are the same, on any system: `a.jpg`, `a (2).jpg`. */
function uniqueNames(): (name: string) => string {
  const counts = new Map<string, number>()
  const isTaken = (name: string) => counts.has(name.toLowerCase())
  return (given) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no system takes these in a name
    const name = given.replace(/[\u0000-\u001f/\\:*?"<>|]/g, '_').replace(/^\.+$/, '_') || '_'
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? []
    let unique = name
    for (let count = (counts.get(name.toLowerCase()) ?? 0) + 1; isTaken(unique); count += 1) {
      unique = `${stem} (${count})${ending}`
      counts.set(name.toLowerCase(), count)
    }
    counts.set(unique.toLowerCase(), 1)
    return unique
  }
}
