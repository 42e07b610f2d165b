import { setImmediate } from 'node:timers/promises'
import type { AssetIdResult, BulkIdResult } from '@media-library/contract'
import { ask, type Queryable, uuids } from '../database/ask.js'
import { withTimeFor } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'
import { type JsonItems, jsonList, toBytes, type WrittenBody } from './sent-body.js'

/** The number of results that are written between other requests, in a millisecond or two. */
const AT_ONCE = 5_000

/**
 * The number of ids that a statement changes. It takes a tenth of the time limit of a statement, so that a busy machine has time for
 * them, too.
 */
const PART = 2_000

/** The outcome for one id of a list: `success`, or the reason why nothing changed. */
export type Outcome = 'success' | 'duplicate' | 'not_found' | 'no_permission'

/** The result of an id, by the name of its property. */
interface Results {
  id: BulkIdResult
  assetId: AssetIdResult
}

/** Combines the ids of a list and their outcomes to the body of a response. */
export async function idResults<Name extends keyof Results>(
  name: Name,
  ids: string[],
  outcomes: Outcome[],
): Promise<WrittenBody<Results[Name][]>> {
  const texts: JsonItems<Results[Name]>[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    if (start > 0) await setImmediate()
    texts.push(resultTexts(name, ids.slice(start, start + AT_ONCE), outcomes.slice(start, start + AT_ONCE)))
  }
  return jsonList(texts)
}

/**
 * The same for a change that is made a part at a time, because it rewrites the texts of assets. The answer begins when the first
 * part is done, and what is done stays when a later part fails: then the answer is cut off, and the request can be repeated. Each later part
 * has a turn of its own, beside no other part of the caller, however many requests they belong to.
 */
export async function idResultsByParts<Name extends keyof Results>(
  name: Name,
  ids: string[],
  { takeTurn, change }: { takeTurn(): Promise<() => void>; change(part: string[]): Promise<Outcome[]> },
): Promise<WrittenBody<Results[Name][]>> {
  const partAt = (start: number) => ids.slice(start, start + PART)
  const first = await change(partAt(0))
  if (ids.length <= PART) return idResults(name, ids, first)
  const texts = async function* () {
    yield toBytes(resultTexts(name, partAt(0), first))
    for (let start = PART; start < ids.length; start += PART) {
      const endTurn = await takeTurn()
      const outcomes = await change(partAt(start)).finally(endTurn)
      yield toBytes(resultTexts(name, partAt(start), outcomes), ',')
    }
  }
  return jsonList({ [Symbol.asyncIterator]: texts, signal: new AbortController().signal, close: () => {} })
}

/** Writes the results of ids and their outcomes by hand, because a list has up to 100,000. */
function resultTexts<Name extends keyof Results>(name: Name, ids: string[], outcomes: Outcome[]) {
  return ids.map((id, position) => resultText(name, id, outcomes[position])).join(',') as JsonItems<Results[Name]>
}

function resultText(name: string, id: string, outcome: Outcome | undefined) {
  const end = outcome === 'success' ? '"success":true}' : `"success":false,"error":"${outcome}"}`
  return `{"${name}":"${id}",${end}`
}

/** The parts of a statement that changes the ids of a list. */
interface IdChange {
  /** Selects the object to which the ids belong, when the caller may see it. */
  seen: Prisma.Sql
  /** Further parts of the statement (WITH). Each row of `requested` is an id, once, with its first `position`. */
  parts: Prisma.Sql
  /** The outcome of a row of `entry`, which has an id and its `position`. */
  outcome: Prisma.Sql
  /** The joins of `entry` that `outcome` needs. */
  joins: Prisma.Sql
}

/** The outcome of an addition, whose parts name the rows that may be added `usable`, and those that were `added`. */
export const ifAdded = {
  outcome: Prisma.sql`
    CASE
      WHEN usable.id IS NULL THEN 'not_found'
      WHEN added.id IS NULL OR entry.position > usable.position THEN 'duplicate'
      ELSE 'success'
    END`,
  joins: Prisma.sql`LEFT JOIN usable ON usable.id = entry.id LEFT JOIN added ON added.id = entry.id`,
} satisfies Pick<IdChange, 'outcome' | 'joins'>

/**
 * Makes a change for each id of a list in one statement. Returns the outcome of each position; null unless `seen` has a row.
 */
export function changeEach(
  queryable: Queryable,
  ids: string[],
  { seen, parts, outcome, joins }: IdChange,
): Promise<Outcome[] | null> {
  return withTimeFor(queryable, ids, async (timed) => {
    const [row] = await ask<{ outcomes: Outcome[] }>(
      timed,
      Prisma.sql`
        WITH input AS MATERIALIZED (
          SELECT ${uuids(ids)}::uuid[] AS ids
        ), seen AS MATERIALIZED (
          ${seen}
        ), requested AS MATERIALIZED (
          SELECT entry.id, min(position) AS position
          FROM seen, unnest((SELECT ids FROM input)) WITH ORDINALITY AS entry (id, position)
          GROUP BY entry.id
        ), ${parts}
        SELECT coalesce((
          SELECT json_agg(${outcome} ORDER BY entry.position)
          FROM unnest((SELECT ids FROM input)) WITH ORDINALITY AS entry (id, position) ${joins}
        ), '[]') AS outcomes
        FROM seen`,
    )
    return row?.outcomes ?? null
  })
}
