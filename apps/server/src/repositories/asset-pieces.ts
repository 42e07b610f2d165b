import { Prisma } from '../generated/prisma/client.js'
import type { Snapshot } from '../snapshot.js'

/** A list of this many assets, some 300 kB, is read as one text; a longer one is passed on as it comes. */
export const SHORT_LIST = 200

/** A list of this many is read however slow its reader is, who may hold up the reading of a longer one. */
export const MIDDLE_LIST = 1_000

/** So many assets are put together by the database, which sends long texts for less than many short ones. */
const PIECE = 100

/** A list of assets as JSON in UTF-8, without its brackets. May hold a connection until it is closed or was read to its end. */
export interface AssetPieces extends AsyncIterable<Buffer> {
  close(): void
}

async function* withoutFirstByte(chunks: AsyncIterable<Buffer>) {
  let skipped = 1
  for await (const chunk of chunks) {
    yield chunk.subarray(skipped)
    skipped = 0
  }
}

/** The assets that a query lists by asset_id and file_created_at, newest first. */
export const readPieces = async (snapshot: Snapshot, listed: Prisma.Sql): Promise<AssetPieces> => {
  const texts = await snapshot.copy(Prisma.sql`
    SELECT ',' || (
      SELECT string_agg(json, ',' ORDER BY position)
      FROM unnest(ids[first : first + ${PIECE - 1}]) WITH ORDINALITY AS piece (asset_id, position)
        JOIN asset_text USING (asset_id)
    )
    FROM (
      SELECT array_agg(asset_id ORDER BY file_created_at DESC, asset_id DESC) AS ids FROM (${listed}) AS listed
    ) AS list, generate_series(1, cardinality(ids), ${PIECE}) AS first`)
  return { close: snapshot.close, [Symbol.asyncIterator]: () => withoutFirstByte(texts) }
}
