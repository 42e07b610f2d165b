import { sampleAssets } from '../../assets/sample.js'
import type { Config } from '../../config/config.js'
import type { Database } from '../../database/ask.js'
import { connect, disconnect, type PrismaDatabase } from '../../database/connect.js'
import { type Reached, withoutDatabase } from './database.js'
import { type Check, type Finding, skipped } from './finding.js'

/**
 * The time limit of the search. It ends before the check does, so that on a slow disk the result covers the files that were looked up.
 */
const LIMIT_MS = 8_000
const AT_ONCE = 50
const SHOWN = 3

/** The results for the files of some assets. */
export interface Sampled<Missing> {
  count: number
  missing: Missing[]
}

/** Creates a check that queries the database, once it was reached. */
export function checkLibrary(
  reached: Promise<Reached | null>,
  check: (database: PrismaDatabase, config: Config) => Promise<Finding>,
): Check {
  return async (config) => {
    const found = await reached.catch(() => null)
    if (!found) return withoutDatabase
    const { migrations } = found.report
    if ('fault' in migrations || migrations.missing > 0) return skipped('needs the database with all migrations')
    const database = connect(found.url, { waitMs: config.requests.waitMs })
    return check(database, config).finally(() => disconnect(database))
  }
}

/**
 * Searches for the files of a sample of assets, some at a time, until the time limit. A missing file is searched for twice, because it may
 * just be deleted or moved.
 */
export async function searchSample<Missing extends { assetId: string }>(
  database: Database,
  search: (ids: string[]) => Promise<Sampled<Missing>>,
): Promise<Sampled<Missing>> {
  const until = Date.now() + LIMIT_MS
  const ids = await sampleAssets(database)
  const sampled: Sampled<Missing> = { count: 0, missing: [] }
  for (let start = 0; start < ids.length && Date.now() < until; start += AT_ONCE) {
    const { count, missing } = await search(ids.slice(start, start + AT_ONCE))
    sampled.count += count
    if (missing.length > 0) sampled.missing.push(...(await search(missing.map(({ assetId }) => assetId))).missing)
  }
  return sampled
}

/** Describes how many files were looked up, and which of them are missing. */
export function describeSample({ count }: Sampled<unknown>, paths: string[]): string {
  if (paths.length === 0) return `none of ${count} that were looked up`
  const percent = Math.max(1, Math.round((100 * paths.length) / count))
  const rest = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : ''
  return `${paths.length} of ${count} that were looked up (${percent} %): ${paths.slice(0, SHOWN).join(', ')}${rest}`
}
