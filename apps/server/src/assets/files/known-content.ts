import { createHash } from 'node:crypto'
import type { ServerContext } from '../../context.js'
import type { PlacedFile } from '../../storage/file-store.js'
import type { AssetFileRow } from './asset-file.js'

/** Thrown when the content of an original is not the one that the library knows. */
export class DamagedOriginal extends Error {
  constructor(assetId: string) {
    super(`the original of the asset ${assetId} is damaged: put it back from a backup`)
  }
}

type Counting = Pick<ServerContext, 'measures'>

/**
 * Makes a complete reading of an original throw before its last bytes when its content has another checksum. A part cannot be checked.
 * Throws at once when an upload has another size.
 */
export function requireKnown(
  { measures }: Counting,
  { id, checksum, fileSize, isExternal }: AssetFileRow,
  file: PlacedFile,
): PlacedFile {
  const damaged = () => {
    measures.emit('damagedOriginal')
    return new DamagedOriginal(id)
  }
  if (!isExternal && fileSize !== null && fileSize !== file.size) throw damaged()
  const chunks: PlacedFile['chunks'] = async function* (range) {
    if (range.start > 0 || range.end + 1 < file.size) return yield* file.chunks(range)
    const hash = createHash('sha1')
    let left = file.size
    for await (const chunk of file.chunks(range)) {
      hash.update(chunk)
      left -= chunk.length
      if (left === 0 && hash.digest('base64') !== checksum) throw damaged()
      yield chunk
    }
  }
  return { ...file, chunks }
}
