import { changeEach, type Outcome } from '../answers/id-results.js'
import type { Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { isShownBy } from './visibility.js'

/** Returns, for each id, `duplicate` for what a link shows already, and else `not_found`: visitors add only what they upload. */
export async function findShown(queryable: Queryable, linkId: string, assetIds: string[]): Promise<Outcome[]> {
  const outcomes = await changeEach(queryable, assetIds, {
    seen: Prisma.sql`SELECT id FROM shared_link WHERE id = ${linkId}::uuid`,
    parts: Prisma.sql`
      shown AS MATERIALIZED (
        SELECT requested.id FROM requested, shared_link WHERE ${isShownBy(linkId, Prisma.sql`requested.id`)}
      )`,
    outcome: Prisma.sql`CASE WHEN shown.id IS NULL THEN 'not_found' ELSE 'duplicate' END`,
    joins: Prisma.sql`LEFT JOIN shown ON shown.id = entry.id`,
  })
  return outcomes ?? assetIds.map(() => 'not_found')
}
