/** How much of a file tells where its directory is. */
export const TIFF_START_BYTES = 16

/**
 * Reads from the first bytes of a TIFF or BigTIFF where its directory is, in bytes from the beginning of the file. Without the
 * directory, which many programs write last, nobody knows what is in the file. Returns null for other files.
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
