import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { uuids } from '../database/ids.js'
import { Prisma } from '../generated/prisma/client.js'

/**
 * What came of each position of a list of assets, a letter each: `s` for success, `d` for one that was there already, `n` for one
 * that is not there, and `p` for one that only others may remove. null unless the caller may see the album or tag.
 */
export type Outcomes = string | null

/** Parts of a statement that changes which assets an album or a tag has. Each may use the parts before it by their names. */
export interface AssetsChange {
  /** The album or tag, if the caller may see it: `seen`. */
  seen: Prisma.Sql
  /** Of the given assets, with the first position of each (`given`), those that are not missing: `usable`. */
  usable: Prisma.Sql
  /** Named parts that change them; `changed` has the ids of those that it changed. */
  changes: Prisma.Sql
  /** The letter of a position: `place`, with the rows of `usable` and `changed` of its asset. */
  outcome: Prisma.Sql
}

/** Changes which assets an album or a tag has, in one statement. */
export async function changeAssets(
  queryable: Queryable,
  assetIds: string[],
  { seen, usable, changes, outcome }: AssetsChange,
): Promise<Outcomes> {
  const [row] = await ask<{ outcomes: string }>(
    queryable,
    Prisma.sql`
      WITH wish AS MATERIALIZED (
        SELECT ${uuids(assetIds)}::uuid[] AS ids
      ), seen AS MATERIALIZED (
        ${seen}
      ), given AS MATERIALIZED (
        SELECT listed.id, min(place) AS position
        FROM seen, unnest((SELECT ids FROM wish)) WITH ORDINALITY AS listed (id, place)
        GROUP BY listed.id
      ), usable AS MATERIALIZED (
        ${usable}
      ), ${changes}
      SELECT coalesce((
        SELECT string_agg(${outcome}, '' ORDER BY place)
        FROM unnest((SELECT ids FROM wish)) WITH ORDINALITY AS listed (id, place)
        LEFT JOIN usable ON usable.id = listed.id
        LEFT JOIN changed ON changed.id = listed.id
      ), '') AS outcomes
      FROM seen`,
  )
  return row?.outcomes ?? null
}
