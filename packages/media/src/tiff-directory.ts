import type { OpenFile } from './files/open-beneath.js'
import { readBytes } from './files/read-chunks.js'

/** The number of bytes in which the position of the directory is found. */
export const TIFF_START_BYTES = 16

/**
 * Reads the position of the directory from the first bytes of a TIFF or BigTIFF, in bytes from the beginning of the file. Without the
 * directory, which many programs write last, the content is unknown. Returns null for other files.
 */
export function findTiffDirectory(start: Buffer): number | null {
  if (start.length < TIFF_START_BYTES) return null
  switch (start.toString('latin1', 0, 4)) {
    case 'II*\0':
      return start.readUInt32LE(4)
    case 'MM\0*':
      return start.readUInt32BE(4)
    case 'II+\0':
      return Number(start.readBigUInt64LE(8))
    case 'MM\0+':
      return Number(start.readBigUInt64BE(8))
    default:
      return null
  }
}

const ENTRY_BYTES = 12

/** Lists the numbers of the tags in the first directory of a TIFF; none when it is cut off, or a BigTIFF. */
export async function listTiffTags(file: OpenFile): Promise<number[]> {
  if (file.size < TIFF_START_BYTES) return []
  const start = await readBytes(file, { start: 0, end: TIFF_START_BYTES - 1 })
  const directory = findTiffDirectory(start)
  if (directory === null || !/^(II\*|MM\0\*)/.test(start.toString('latin1')) || directory + 2 > file.size) return []
  const readNumber = (bytes: Buffer, at: number) =>
    start[0] === 0x49 ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
  const count = readNumber(await readBytes(file, { start: directory, end: directory + 1 }), 0)
  const end = directory + 2 + count * ENTRY_BYTES
  if (count === 0 || end > file.size) return []
  const entries = await readBytes(file, { start: directory + 2, end: end - 1 })
  return Array.from({ length: count }, (_, index) => readNumber(entries, index * ENTRY_BYTES))
}
