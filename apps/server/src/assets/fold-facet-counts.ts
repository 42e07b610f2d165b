import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** Combines the many rows of a facet into one, and removes those without assets. */
export async function foldFacetCounts(database: Queryable): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      WITH grown AS MATERIALIZED (
        SELECT DISTINCT owner_id, facet FROM facet_count WHERE mark <> 0
      ), folded AS (
        DELETE FROM facet_count AS old USING grown WHERE old.owner_id = grown.owner_id AND old.facet = grown.facet RETURNING old.*
      )
      INSERT INTO facet_count (owner_id, facet, mark, count, city, state, country, make, model, is_located)
      SELECT owner_id, facet, 0, sum(count), max(city), max(state), max(country), max(make), max(model), bool_or(is_located)
      FROM folded GROUP BY owner_id, facet HAVING sum(count) <> 0`,
  )
}
