import { randomUUID } from 'node:crypto'
import type { Response } from 'express'
import { sendPieces, type WrittenBody, writtenBody } from '../../answers/sent-body.js'
import { STALL_MS, watchReader } from '../../database/reader-pace.js'
import { beginReading } from '../../storage/begin-reading.js'
import type { PlacedFile } from '../../storage/file-store.js'
import { readInTime } from '../../storage/read-in-time.js'
import type { ByteRange, FileRequest } from './conditions.js'

/** The properties that a body needs besides its file. */
export interface Sending {
  req: FileRequest
  /** Calls back when the caller may no longer have the file. Returns the function that ends the watch. */
  watchCaller: (onEnded: () => void) => () => void
  /** The media type of a part; null when the whole file is sent. */
  partType?: string | null
}

/**
 * Creates the body of an answer from ranges of a file, which it closes in the end. Several ranges are sent as multipart/byteranges. It
 * reads the first bytes before it returns, and throws the errors of reading.
 */
export async function fileBody(
  file: PlacedFile,
  ranges: ByteRange[],
  { req, watchCaller, partType = null }: Sending,
): Promise<WrittenBody<Blob>> {
  const { parts, headers } = describe(file, ranges, partType)
  const content = req.method === 'HEAD' || parts.length === 0 ? null : await begin(file, parts)
  return writtenBody((response) => void answer(response, { file, headers, content, watchCaller }))
}

/** A whole short body, or a longer one piece by piece. */
type Content = Buffer | AsyncIterableIterator<Buffer>

interface Answered extends Pick<Sending, 'watchCaller'> {
  file: PlacedFile
  headers: Record<string, string>
  /** The content; null for none. */
  content: Content | null
}

async function answer(response: Response, { file, headers, content, watchCaller }: Answered) {
  response.set(headers)
  if (content !== null && !Buffer.isBuffer(content)) await sendOrCutOff(response, content, watchCaller)
  else if (content === null || response.destroyed) response.end()
  else sendShort(content, response)
  await file.close().catch(() => {})
}

/**
 * Sends pieces at the pace of their reader. Cuts the answer off when they cannot be read, when the reader accepts nothing for a minute,
 * and when the caller may no longer have them.
 */
export async function sendOrCutOff(
  response: Response,
  pieces: AsyncIterableIterator<Buffer>,
  watchCaller: Sending['watchCaller'],
): Promise<void> {
  const { log, id: requestId } = response.req
  const cutOff = new AbortController()
  const giveUp = () => cutOff.abort()
  const endWatch = watchCaller(() => {
    log.info({ requestId }, 'a response was cut off: the key or session has ended')
    giveUp()
  })
  try {
    if (!response.destroyed)
      await sendPieces(response, watchReader(pieces, { isWanted: () => false, giveUp }), cutOff.signal)
  } catch (error) {
    if (!response.destroyed) log.error({ requestId, err: error }, 'a response was cut off')
    response.destroy()
  } finally {
    endWatch()
    await pieces.return?.().catch(() => {})
  }
}

/** Returns the parts, and the headers that describe their length. */
function describe({ size }: PlacedFile, ranges: ByteRange[], partType: string | null) {
  const [first, ...others] = ranges
  if (partType !== null && others.length > 0) return toMultipart(ranges, { type: partType, size })
  const headers: Record<string, string> = { 'Content-Length': String(first ? first.end - first.start + 1 : 0) }
  if (first && partType !== null) headers['Content-Range'] = `bytes ${first.start}-${first.end}/${size}`
  return { parts: first ? [first] : [], headers }
}

async function* read(file: PlacedFile, parts: BodyPart[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part)
    else yield* file.chunks(part)
  }
}

/** The length up to which a body of one part is read before it is sent. */
const SHORT = 32 * 1024

async function begin(file: PlacedFile, parts: BodyPart[]): Promise<Content> {
  const pieces = readInTime(read(file, parts), { silenceMs: STALL_MS })
  const [first] = parts
  if (!first || parts.length > 1 || typeof first === 'string' || first.end - first.start >= SHORT)
    return beginReading(pieces)
  return file.content?.subarray(first.start, first.end + 1) ?? readWhole(pieces, first.end + 1 - first.start)
}

/** Reads all pieces into one buffer, because a chunk is valid only until the next one is requested. */
async function readWhole(pieces: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const content = Buffer.alloc(size)
  let length = 0
  for await (const piece of pieces) length += piece.copy(content, length)
  if (length !== size) throw new Error(`the file had ${length} of ${size} bytes`)
  return content
}

/** Sends the head and the body as one message. */
function sendShort(content: Buffer, response: Response) {
  response.end(content)
  const limit = setTimeout(() => response.destroy(), STALL_MS).unref()
  response.once('close', () => clearTimeout(limit))
}

/** A piece of a body: bytes of the file, or text between them. */
type BodyPart = ByteRange | string

/**
 * Returns several ranges of a file of that type and size as one body (RFC 9110, 14.6), and the headers that describe it.
 */
function toMultipart(
  ranges: ByteRange[],
  { type, size }: { type: string; size: number },
): { parts: BodyPart[]; headers: Record<string, string> } {
  const boundary = randomUUID()
  const toHead = ({ start, end }: ByteRange) =>
    `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: bytes ${start}-${end}/${size}\r\n\r\n`
  const parts: BodyPart[] = [...ranges.flatMap((range) => [toHead(range), range]), `\r\n--${boundary}--\r\n`]
  const length = parts.reduce((sum, part) => sum + toLength(part), 0)
  return {
    parts,
    headers: { 'Content-Type': `multipart/byteranges; boundary=${boundary}`, 'Content-Length': String(length) },
  }
}

function toLength(part: BodyPart) {
  return typeof part === 'string' ? Buffer.byteLength(part) : part.end - part.start + 1
}
