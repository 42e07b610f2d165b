import { randomUUID } from 'node:crypto'
import type { Response } from 'express'
import { sendPieces, writtenBody } from '../../answers/sent-body.js'
import { STALL_MS, watchReader } from '../../database/reader-pace.js'
import type { PlacedFile } from '../../storage/file-store.js'
import type { ByteRange } from './conditions.js'

/** Ranges of a file as the body of an answer, which closes it in the end; several go out as multipart/byteranges. */
export function fileBody(
  file: PlacedFile,
  ranges: ByteRange[],
  { type, isPart }: { type: string; isPart: boolean } = { type: '', isPart: false },
): Blob {
  const partType = isPart ? type : null
  return writtenBody((response) => void answer(response, file, { ranges, partType }))
}

interface Answered {
  ranges: ByteRange[]
  /** The media type of a part; null when all of the file is sent. */
  partType: string | null
}

async function answer(response: Response, file: PlacedFile, answered: Answered) {
  try {
    const parts = describe(response, file, answered)
    if (response.destroyed || response.req.method === 'HEAD' || parts.length === 0) response.end()
    else await send(file, parts, response)
  } catch (error) {
    const { log, id } = response.req
    if (!response.destroyed) log.error({ requestId: id, err: error }, 'a response was cut off')
    response.destroy()
  } finally {
    await file.close().catch(() => {})
  }
}

/** Sets what tells of the length, and returns the parts. */
function describe(response: Response, { size }: PlacedFile, { ranges, partType }: Answered): BodyPart[] {
  const [first, ...others] = ranges
  if (partType !== null && others.length > 0) {
    const { parts, headers } = multipartOf(ranges, { type: partType, size })
    response.set(headers)
    return parts
  }
  response.set('Content-Length', String(first ? first.end - first.start + 1 : 0))
  if (!first) return []
  if (partType !== null) response.set('Content-Range', `bytes ${first.start}-${first.end}/${size}`)
  return [first]
}

async function* read(file: PlacedFile, parts: BodyPart[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part)
    else yield* file.chunks(part)
  }
}

/** A body of one part up to this length is read before it is sent. */
const SHORT = 32 * 1024

/** Sends the parts at the pace of their reader, who is cut off when nothing is taken for a minute. */
async function send(file: PlacedFile, parts: BodyPart[], response: Response) {
  const [first] = parts as [BodyPart]
  if (parts.length === 1 && typeof first !== 'string' && first.end - first.start < SHORT) {
    sendShort(await readWhole(file, first), response)
    return
  }
  const tooSlow = new AbortController()
  const watch = { isWanted: () => false, giveUp: () => tooSlow.abort() }
  await sendPieces(response, watchReader(read(file, parts), watch), tooSlow.signal)
}

async function readWhole(file: PlacedFile, { start, end }: ByteRange): Promise<Buffer> {
  if (file.content) return file.content.subarray(start, end + 1)
  const content = Buffer.alloc(end + 1 - start)
  let length = 0
  for await (const chunk of file.chunks({ start, end })) length += chunk.copy(content, length)
  if (length !== content.length) throw new Error(`the file had ${length} of ${content.length} bytes`)
  return content
}

/** Sends head and body as one message. */
function sendShort(content: Buffer, response: Response) {
  response.end(content)
  const limit = setTimeout(() => response.destroy(), STALL_MS).unref()
  response.once('close', () => clearTimeout(limit))
}

/** A piece of a body: bytes of the file, or text between them. */
type BodyPart = ByteRange | string

/** Several ranges of a file of that type and size as one body (RFC 9110, 14.6), and the headers that describe it. */
function multipartOf(
  ranges: ByteRange[],
  { type, size }: { type: string; size: number },
): { parts: BodyPart[]; headers: Record<string, string> } {
  const boundary = randomUUID()
  const headOf = ({ start, end }: ByteRange) =>
    `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: bytes ${start}-${end}/${size}\r\n\r\n`
  const parts: BodyPart[] = [...ranges.flatMap((range) => [headOf(range), range]), `\r\n--${boundary}--\r\n`]
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 0)
  return {
    parts,
    headers: { 'Content-Type': `multipart/byteranges; boundary=${boundary}`, 'Content-Length': String(length) },
  }
}

function lengthOf(part: BodyPart) {
  return typeof part === 'string' ? Buffer.byteLength(part) : part.end - part.start + 1
}
