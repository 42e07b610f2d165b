import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** Stores a new file and hashes it: one chunk is written while the next arrives. It is not synced to the disk. */
export async function storeFile(content: Readable, path: string): Promise<void> {
  const hash = createHash('sha1')
  const file = await open(path, 'wx')
  let pending: Promise<unknown> = Promise.resolve()
  for await (const chunk of content as AsyncIterable<Buffer>) {
    await pending
    pending = file.write(chunk)
    hash.update(chunk)
  }
  await pending
  hash.digest()
  await file.close()
}
