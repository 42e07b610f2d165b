import { constants, crc32, createInflate, deflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8
/** The length and the type before the content of a chunk, and the checksum behind it. */
const HEADER_BYTES = 8
const CHECK_BYTES = 4
const MOST_BYTES = 2 ** 27

/**
 * Returns a PNG with what is there of the pixels of a damaged one, and nothing in place of the others: libpng draws nothing of a part that ends
 * within its packed pixels, or of an interlaced picture. Null when not even a row is there, or when the pixels are too many.
 */
export async function fillUpPng(content: Buffer): Promise<Buffer | null> {
  const chunks = listChunks(content)
  const header = chunks.find(({ type }) => type === 'IHDR')?.content
  if (!header || header.length < 13) return null
  const rows = countRows(header)
  const length = rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0)
  if (length > MOST_BYTES) return null
  const packed = chunks.flatMap((chunk) => (chunk.type === 'IDAT' ? [chunk.content] : []))
  const pixels = await inflate(Buffer.concat(packed), length)
  if (pixels.length < (rows[0]?.bytes ?? 1)) return null
  const whole = Buffer.concat([pixels, Buffer.alloc(Math.max(0, length - pixels.length))])
  const first = chunks.findIndex(({ type }) => type === 'IDAT')
  return Buffer.concat([
    content.subarray(0, SIGNATURE_BYTES),
    ...chunks.slice(0, first).map(({ type, content: kept }) => toChunk(type, kept)),
    toChunk('IDAT', deflateSync(whole, { level: constants.Z_BEST_SPEED })),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The last one may be cut. */
function listChunks(content: Buffer) {
  const chunks: { type: string; content: Buffer }[] = []
  for (let at = SIGNATURE_BYTES; at + HEADER_BYTES < content.length; ) {
    const start = at + HEADER_BYTES
    const end = start + content.readUInt32BE(at)
    chunks.push({ type: content.toString('latin1', at + 4, start), content: content.subarray(start, end) })
    at = end + CHECK_BYTES
  }
  return chunks
}

function toChunk(type: string, content: Buffer) {
  const chunk = Buffer.alloc(HEADER_BYTES + content.length + CHECK_BYTES)
  chunk.writeUInt32BE(content.length)
  chunk.write(type, 4, 'latin1')
  content.copy(chunk, HEADER_BYTES)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, HEADER_BYTES + content.length)), HEADER_BYTES + content.length)
  return chunk
}

const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** The first column and row of each pass of an interlaced picture, and the steps to the next ones. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Counts the rows of each pass, and the bytes of such a row with its filter. */
function countRows(header: Buffer): { count: number; bytes: number }[] {
  const [width, height, bits] = [header.readUInt32BE(0), header.readUInt32BE(4), header.readUInt8(8)]
  const bitsOfPixel = bits * (samples[header.readUInt8(9)] ?? 4)
  const used = header.readUInt8(12) === 1 ? passes : [[0, 0, 1, 1] as const]
  return used.flatMap(([left, top, across, down]) => {
    const [columns, count] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)]
    return columns > 0 && count > 0 ? { count, bytes: 1 + Math.ceil((columns * bitsOfPixel) / 8) } : []
  })
}

/** Unpacks up to the first damage, and no more than `most` bytes. */
function inflate(packed: Buffer, most: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const stream = createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
    const parts: Buffer[] = []
    let length = 0
    const end = () => resolve(Buffer.concat(parts).subarray(0, most))
    stream.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length >= most) stream.destroy()
    })
    stream.on('error', end).on('close', end)
    stream.end(packed)
  })
}
