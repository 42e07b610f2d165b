import { readFile } from 'node:fs/promises'
import { toTiff } from './to-tiff.js'

/**
 * Decodes a HEIC photo into an upright TIFF with the colour profile of the photo. Blocks its thread for about a second.
 * Throws when the file is damaged; what is missing in an incomplete one is grey.
 */
export async function decodeHeic(path: string, icc: Buffer | undefined): Promise<Buffer> {
  const { default: decode } = await import('heic-decode')
  const { data, width, height } = await decode({ buffer: await readFile(path) }).catch((error: Error) => {
    // The decoder throws a TypeError, which a fault of this program would be, where the file is none that it knows.
    throw new Error(error.message)
  })
  return toTiff(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height, icc ?? Buffer.alloc(0))
}

const REFUSAL = 'input buffer is not a HEIC image'

/** Returns why the decoder does not work on this machine, or null when it does. */
export async function findHeicFault(): Promise<string | null> {
  const { default: decode } = await import('heic-decode')
  return decode({ buffer: Buffer.alloc(REFUSAL.length) }).then(
    () => null,
    ({ message }: Error) => (message === REFUSAL ? null : message),
  )
}
