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
      FROM unnest(${ids}) WITH ORDINALITY AS given (id, position) WHERE id IN (SELECT id FROM ${unusable})
    ) END`
}
