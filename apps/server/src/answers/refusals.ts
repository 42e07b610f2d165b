import type { FieldError } from '@media-library/contract'
import { askOne, type Queryable, uuids } from '../database/ask.js'
import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'

/** The positions in a list of ids, counted from 0, whose ids the caller may not use: the first hundred, and their number. */
export interface Unusable {
  positions: number[]
  count: number
}

/**
 * Returns an expression of SQL for the unusable positions of a list: null when there are none, else an `Unusable`. It needs a part
 * `unusable` of the statement with the column id, and looks for positions only when that has a row.
 */
export function unusablePositions(ids: Prisma.Sql, unusable: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    CASE WHEN EXISTS (SELECT FROM ${unusable}) THEN (
      SELECT json_build_object('positions', (array_agg(position - 1 ORDER BY position))[:100], 'count', count(*))
      FROM unnest(${ids}) WITH ORDINALITY AS requested (id, position) WHERE id IN (SELECT id FROM ${unusable})
    ) END`
}

/** The check of a list of ids of assets. */
export interface AssetCheck {
  /** The condition that a row of `asset` is usable. An order and a lock may follow it. */
  isUsable: Prisma.Sql
  /** Selects the ids of the rows to check, of `requested` and others. By default, there are no others. */
  candidates?: Prisma.Sql
}

/**
 * Returns the first parts of a statement over ids of assets: `requested`, which holds them in `ids`; `usable`, the rows that pass the
 * check; and `unusable`, the ids whose rows do not.
 */
export function checkedAssets(
  ids: string[],
  { isUsable, candidates = Prisma.sql`SELECT unnest(ids) FROM requested` }: AssetCheck,
): Prisma.Sql {
  return Prisma.sql`
    requested AS MATERIALIZED (
      SELECT ${uuids(ids)}::uuid[] AS ids
    ), usable AS MATERIALIZED (
      SELECT id, owner_id, file_created_at FROM asset WHERE id = ANY (ARRAY (${candidates})) AND ${isUsable}
    ), unusable AS MATERIALIZED (
      SELECT unnest(ids) AS id FROM requested EXCEPT SELECT id FROM usable
    )`
}

/** The unusable positions of the ids of such a statement. */
export const unusableInput = unusablePositions(Prisma.sql`(SELECT ids FROM requested)`, Prisma.sql`unusable`)

/** Finds the positions of ids whose assets do not pass a check; null when there are none. */
export async function findUnusable(queryable: Queryable, ids: string[], check: AssetCheck): Promise<Unusable | null> {
  const { unusable } = await askOne<{ unusable: Unusable | null }>(
    queryable,
    Prisma.sql`WITH ${checkedAssets(ids, check)} SELECT ${unusableInput} AS unusable`,
  )
  return unusable
}

/** A list of ids in a body, with its unusable positions. */
export interface IdLists {
  /** The property that holds the list. */
  property: string
  ids: string[]
  unusable: Unusable | null
}

/** The number of positions that are listed. Further ones are only counted. */
const NAMED = 100

/** Throws `unusable_ids` unless all ids are usable. Unknown, deleted and foreign ids get the same answer. */
export function requireUsable(...lists: IdLists[]): void {
  const errorCount = lists.reduce((sum, { unusable }) => sum + (unusable?.count ?? 0), 0)
  if (errorCount === 0) return
  const positions = errorCount === 1 ? 'One position holds' : `${errorCount} positions hold`
  throw new ProblemError('unusable_ids', `${positions} an id that you may not use. Nothing was written.`, {
    errors: lists.flatMap(toErrors).slice(0, NAMED),
    errorCount,
  })
}

function toErrors({ property, ids, unusable }: IdLists): FieldError[] {
  return (unusable?.positions ?? []).map((position) => ({
    pointer: `/${property}/${position}`,
    code: 'unusable_id',
    detail: `There is no ${ids[position]} that you may use.`,
  }))
}

/** Returns the created object. Throws `limit_reached` when it is null, because the user has as many as a user may have. */
export function requireUnderLimit<Created>(
  created: Created | null,
  things: 'albums' | 'tags' | 'keys' | 'links' | 'passkeys',
  most: number,
): Created {
  if (created !== null) return created
  throw new ProblemError(
    'limit_reached',
    `You have reached the limit of ${most.toLocaleString('en')} ${things}. Nothing was created.`,
  )
}
