/** From one byte to another, both included. */
export interface ByteRange {
  start: number
  end: number
}

const MOST_PARTS = 50

/**
 * The ranges of a file that a header `Range` asks for (RFC 9110), overlapping ones as one; none when it has none of them. Null
 * when all of the file is meant: without a header, with one that HTTP does not define, or with more than 50 parts.
 */
export function readRanges(header: string | null, size: number): ByteRange[] | null {
  const [, list] = /^bytes=(.*)$/.exec(header ?? '') ?? []
  const given = list?.split(',').map((one) => /^\s*(\d*)\s*-\s*(\d*)\s*$/.exec(one))
  if (!given?.every((match) => match !== null && (match[1] || match[2]))) return null
  const ranges = given.map((match) => toRange(match?.[1] ?? '', match?.[2] ?? '', size))
  const combined = combine(ranges.filter(({ start, end }) => start <= end))
  return combined.length > MOST_PARTS ? null : combined
}

function toRange(first: string, last: string, size: number): ByteRange {
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size - 1 }
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Ranges that overlap or adjoin become one, in the place of the first of them. */
function combine(ranges: ByteRange[]): ByteRange[] {
  const combined: ByteRange[] = []
  for (const range of ranges) {
    const touched = combined.filter(({ start, end }) => range.start <= end + 1 && start <= range.end + 1)
    const whole = {
      start: Math.min(range.start, ...touched.map(({ start }) => start)),
      end: Math.max(range.end, ...touched.map(({ end }) => end)),
    }
    const [place] = touched
    const at = place ? combined.indexOf(place) : combined.length
    combined[at] = whole
    for (const other of touched.slice(1)) combined.splice(combined.indexOf(other), 1)
  }
  return combined
}

/** Several ranges of a file of that type as one body, multipart/byteranges. */
export function multipartOf(
  content: Uint8Array<ArrayBuffer>,
  ranges: ByteRange[],
  type: string,
): { content: Uint8Array<ArrayBuffer>; type: string } {
  const boundary = crypto.randomUUID()
  const encoder = new TextEncoder()
  const pieces = ranges.flatMap(({ start, end }) => [
    encoder.encode(
      `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: bytes ${start}-${end}/${content.length}\r\n\r\n`,
    ),
    content.subarray(start, end + 1),
  ])
  pieces.push(encoder.encode(`\r\n--${boundary}--\r\n`))
  const body = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let position = 0
  for (const piece of pieces) {
    body.set(piece, position)
    position += piece.length
  }
  return { content: body, type: `multipart/byteranges; boundary=${boundary}` }
}
