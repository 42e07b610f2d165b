import type { Snapshot } from '../database.js'

/** A list of this many assets, about 1.5 MB, is read at once; a longer one in pieces, as its reader takes them. */
export const SHORT_LIST = 1_000

/** How many assets a piece of a long list holds, some 150 kB. */
export const PIECE = 100

/** A long list of assets as JSON, without its brackets. Holds a connection until it is closed or was read to its end. */
export interface AssetPieces extends AsyncIterable<string> {
  close(): void
}

/** The pieces that `read` gives, until it gives null; it reads from the snapshot. */
export const readPieces = (snapshot: Snapshot, read: () => Promise<string | null>): AssetPieces => {
  let reading: Promise<string | null> = Promise.resolve(null)
  const readNext = () => {
    reading = read()
    return reading
  }
  const close = () => {
    reading.catch(() => {}).finally(snapshot.close)
  }
  return {
    close,
    async *[Symbol.asyncIterator]() {
      let separator = ''
      for (let piece = await readNext(); piece !== null; piece = await readNext()) {
        if (piece === '') continue
        yield `${separator}${piece}`
        separator = ','
      }
      close()
    },
  }
}
