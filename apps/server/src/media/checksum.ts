import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The SHA-1 of a file's content, 20 bytes; the file is read as a stream. */
export const readChecksum = async (path: string): Promise<Buffer> => {
  const hash = createHash('sha1')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}
