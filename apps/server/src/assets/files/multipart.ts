import { randomUUID } from 'node:crypto'
import type { ByteRange } from './byte-ranges.js'

/** A piece of a body: bytes of the file, or text between them. */
export type Part = ByteRange | string

/** Several ranges of a file of that type and size as one body (RFC 9110, 14.6), and the headers that describe it. */
export function multipartOf(
  ranges: ByteRange[],
  { type, size }: { type: string; size: number },
): { parts: Part[]; headers: Record<string, string> } {
  const boundary = randomUUID()
  const headOf = ({ start, end }: ByteRange) =>
    `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: bytes ${start}-${end}/${size}\r\n\r\n`
  const parts: Part[] = [...ranges.flatMap((range) => [headOf(range), range]), `\r\n--${boundary}--\r\n`]
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 0)
  return {
    parts,
    headers: { 'Content-Type': `multipart/byteranges; boundary=${boundary}`, 'Content-Length': String(length) },
  }
}

function lengthOf(part: Part) {
  return typeof part === 'string' ? Buffer.byteLength(part) : part.end - part.start + 1
}
