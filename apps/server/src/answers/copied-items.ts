import type { Snapshot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'
import type { JsonItems, Pieces } from './sent-body.js'

/** Streams the items of a list, of which a statement selects `text`: some of them as JSON, with commas between them, in each row. */
export async function copyItems<Item>(snapshot: Snapshot, rows: Prisma.Sql): Promise<Pieces<Item>> {
  const texts = await snapshot.copy(Prisma.sql`SELECT ',' || text FROM (${rows}) AS rows`)
  const { ahead, close, signal } = snapshot
  return { ahead, close, signal, [Symbol.asyncIterator]: () => withoutFirstByte<Item>(texts) }
}

async function* withoutFirstByte<Item>(chunks: AsyncIterable<Buffer>) {
  let skipped = 1
  for await (const chunk of chunks) {
    yield chunk.subarray(skipped) as JsonItems<Item, Buffer>
    skipped = 0
  }
}
