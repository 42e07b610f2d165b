import { join } from 'node:path'

/** The folder of files that are not in the library yet. A walk leaves it out, because it is hidden. */
export const INCOMING = '.incoming'

/**
 * Where the files of an upload lie: a folder of their own in that of their owner, so that each keeps its name. The two folders
 * between them are the last digits of the id.
 */
export function targetOf(root: string, { ownerId, uploadId }: { ownerId: string; uploadId: string }): string {
  return join(root, ownerId, uploadId.slice(-4, -2), uploadId.slice(-2), uploadId)
}
