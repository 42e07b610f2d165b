import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { OpenFile } from './files/open-beneath.js'

/** Returns the SHA-1 of a file's content, 20 bytes. Reads the file as a stream. */
export async function readChecksum(file: OpenFile): Promise<Buffer> {
  const hash = createHash('sha1')
  await pipeline(file.read(), hash)
  return hash.digest()
}
