import { open } from 'node:fs/promises'

/** How the light of an HDR picture is encoded. */
export interface Hdr {
  transfer: 'PQ' | 'HLG'
  primaries: 'BT.709' | 'P3' | 'BT.2020'
}

/** The descriptions of pictures stand at the beginning of a HEIF or AVIF. */
const START_BYTES = 256 * 1_024

const MARK = 'colrnclx'

// The numbers of ITU-T H.273.
const transfers: Record<number, Hdr['transfer']> = { 16: 'PQ', 18: 'HLG' }
const primaries: Record<number, Hdr['primaries']> = { 9: 'BT.2020', 12: 'P3' }

/** Tells how the light of a HEIF or AVIF is encoded; null when it is not for HDR screens. */
export async function findHdr(path: string): Promise<Hdr | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    const at = buffer.indexOf(MARK, 0, 'latin1') + MARK.length
    if (at < MARK.length || at + 4 > bytesRead) return null
    const transfer = transfers[buffer.readUInt16BE(at + 2)]
    return transfer ? { transfer, primaries: primaries[buffer.readUInt16BE(at)] ?? 'BT.709' } : null
  } finally {
    await file.close()
  }
}
