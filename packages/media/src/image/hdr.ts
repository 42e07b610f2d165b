import { open } from 'node:fs/promises'

/** The encoding of the light of an HDR picture; in a linear one, 1 is white paper. */
export interface Hdr {
  transfer: 'PQ' | 'HLG' | 'linear'
  primaries: 'BT.709' | 'P3' | 'BT.2020'
}

/** The length of the beginning of a HEIF or AVIF, which contains the descriptions of its pictures. */
const START_BYTES = 256 * 1_024

const MARK = 'colrnclx'

// The numbers of ITU-T H.273.
const transfers: Record<number, Hdr['transfer']> = { 16: 'PQ', 18: 'HLG' }
const primaries: Record<number, Hdr['primaries']> = { 9: 'BT.2020', 12: 'P3' }

/** Finds the encoding of the light of a HEIF or AVIF; null when it is not for HDR screens. */
export async function findHdr(path: string): Promise<Hdr | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    const at = buffer.indexOf(MARK, 0, 'latin1') + MARK.length
    if (at < MARK.length || at + 4 > bytesRead) return null
    return toHdr(buffer.readUInt16BE(at), buffer.readUInt16BE(at + 2))
  } finally {
    await file.close()
  }
}

/** The tag of a colour profile that has the same numbers, such as the profiles of JPEG XL. */
const PROFILE_MARK = 'cicp\0\0\0\0'

/** Finds the encoding of the light by a colour profile, as `findHdr` does. */
export function findHdrOfProfile(icc: Buffer | undefined): Hdr | null {
  const at = (icc?.indexOf(PROFILE_MARK, 0, 'latin1') ?? -1) + PROFILE_MARK.length
  if (!icc || at < PROFILE_MARK.length || at + 2 > icc.length) return null
  return toHdr(icc.readUInt8(at), icc.readUInt8(at + 1))
}

function toHdr(primary: number, curve: number): Hdr | null {
  const transfer = transfers[curve]
  return transfer ? { transfer, primaries: primaries[primary] ?? 'BT.709' } : null
}
