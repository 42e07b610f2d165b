import { ask, type Database } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import type { Logger } from '../logger.js'

const FLUSH_MS = 1_000

/** The milliseconds within which a network counts once for a link, however often it opens the page. */
const ONCE_MS = 600_000

/** The number of visits that are remembered. The oldest is forgotten, and may then count once more. */
const MOST = 10_000

/** Counts how often links are opened. */
export interface LinkViews {
  count(linkId: string, network: string): void
  /** Stores what was counted. */
  close(): Promise<void>
}

/** Counts in memory, and stores the counts of all links by one statement a second, so that no visitor costs the database more. */
export function countLinkViews(database: Database, logger: Logger): LinkViews {
  const seen = new Map<string, number>()
  const counts = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let storing: Promise<void> = Promise.resolve()

  const store = () => {
    timer = null
    const views = [...counts]
    counts.clear()
    storing = addViews(database, views).catch((error) =>
      logger.warn({ err: error }, 'visits of links were not counted'),
    )
  }
  return {
    count: (linkId, network) => {
      const visit = `${linkId} ${network}`
      const now = performance.now()
      if (now - (seen.get(visit) ?? Number.NEGATIVE_INFINITY) < ONCE_MS) return
      seen.delete(visit)
      seen.set(visit, now)
      const [oldest] = seen.keys()
      if (seen.size > MOST && oldest !== undefined) seen.delete(oldest)
      counts.set(linkId, (counts.get(linkId) ?? 0) + 1)
      timer ??= setTimeout(store, FLUSH_MS).unref()
    },
    close: async () => {
      if (timer !== null) {
        clearTimeout(timer)
        store()
      }
      await storing
    },
  }
}

/** Adds to the counts of links, in the order of their ids. */
export async function addViews(database: Database, views: [linkId: string, count: number][]): Promise<void> {
  if (views.length === 0) return
  const ids = views.map(([id]) => id)
  const counts = views.map(([, count]) => count)
  await ask(
    database,
    Prisma.sql`
      WITH viewed AS (
        SELECT id, count FROM unnest((SELECT ${ids}::uuid[]), (SELECT ${counts}::int[])) AS viewed (id, count)
      ), locked AS (
        SELECT shared_link.id, count FROM shared_link JOIN viewed USING (id) ORDER BY id FOR NO KEY UPDATE OF shared_link
      )
      UPDATE shared_link SET view_count = view_count + count, viewed_at = now() FROM locked WHERE shared_link.id = locked.id`,
  )
}
