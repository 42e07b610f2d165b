import { clusterPaths } from '@media-library/embedded-postgres'
import type { Config } from '../../config/config.js'
import { findEmbedded, inspectEmbedded, OTHER_VERSION } from '../../database/embedded.js'
import { type DatabaseReport, inspectDatabase } from '../../database/migrations/inspect.js'
import { OLDEST_SERVER } from '../../database/migrations/migrate.js'
import { inspectPooler, toRemedy } from '../../database/servers/pooler.js'
import { explainUnreachable, toPlace } from '../../database/servers/unreachable.js'
import { type Check, type Finding, ok, problem, skipped, warning } from './finding.js'

/** A database to which the check has connected. */
export interface Reached {
  url: string
  report: DatabaseReport
}

const NOT_RUNNING = 'the embedded PostgreSQL is not running; `media-library serve` starts it'

/** The result of a check when the database was not reached. */
export const withoutDatabase = skipped('needs the database')

/** Connects to the database of a configuration; null when it is the embedded one and is not running. */
export async function reachDatabase(config: Config): Promise<Reached | null> {
  const url = await findUrl(config)
  return url === null ? null : { url, report: await inspectDatabase(url) }
}

/** Checks that the database answers and is new enough. */
export function checkServer(reached: Promise<Reached | null>): Check {
  return async (config) => {
    try {
      const found = await reached
      if (!found) return skipped(NOT_RUNNING)
      const { version, number } = found.report
      const detail = `PostgreSQL ${version} at ${toPlace(found.url)}`
      return number < OLDEST_SERVER ? problem(detail, 'Use PostgreSQL 15 or later.') : ok(detail)
    } catch (error) {
      return toFinding(error, config)
    }
  }
}

/** Checks that all migrations of this version are applied. */
export function checkMigrations(reached: Promise<Reached | null>): Check {
  return async () => {
    const found = await reached.catch(() => null)
    if (!found) return withoutDatabase
    const { migrations } = found.report
    if ('fault' in migrations) return problem(migrations.fault, 'Follow the message.')
    const { missing, known } = migrations
    if (missing === 0) return ok('all are applied')
    return warning(
      `${missing} of ${known} must still be applied`,
      'Run `media-library migrate` or start the service; both apply them.',
    )
  }
}

/** Checks that the pooler leads to the database, and that its sessions have limits. */
export const checkPooler: Check = async ({ poolerUrl, databaseUrl }) => {
  if (poolerUrl === null || databaseUrl === null) return ok('none is configured')
  const remedy = toRemedy(await inspectPooler(poolerUrl, databaseUrl))
  const detail = `${toPlace(poolerUrl)} leads to the database`
  return remedy === null ? ok(detail) : warning(`${detail}, but its sessions lack limits`, remedy)
}

const SKEW_WARNING_MS = 2_000
const SKEW_PROBLEM_MS = 60_000

/** Compares the clocks. Keys expire by the clock of this machine, and jobs are due by the clock of the database. */
export function checkSkew(reached: Promise<Reached | null>): Check {
  return async () => {
    const found = await reached.catch(() => null)
    if (!found) return withoutDatabase
    const { skewMs } = found.report
    const detail = `the database is ${Math.abs(skewMs)} ms ${skewMs < 0 ? 'behind' : 'ahead'}`
    const remedy = 'Synchronize the clocks of both machines with a time server.'
    if (Math.abs(skewMs) > SKEW_PROBLEM_MS) return problem(detail, remedy)
    return Math.abs(skewMs) > SKEW_WARNING_MS ? warning(detail, remedy) : ok(detail)
  }
}

/** Checks that the embedded PostgreSQL runs on this machine, and that it fits the data folder. */
export const checkEmbedded: Check = async ({ databaseUrl, dataDir }) => {
  if (databaseUrl !== null) return ok('not needed with DATABASE_URL')
  const { folder } = clusterPaths(dataDir)
  const { program, version, createdBy } = await inspectEmbedded(dataDir)
  const detail = `${program}, ${createdBy ? `with a database in ${folder}` : 'which creates its database at the first start'}`
  if (createdBy === null || createdBy === version.split('.')[0]) return ok(detail)
  return problem(
    `${folder} was created by PostgreSQL ${createdBy}, but this version brings PostgreSQL ${version}`,
    OTHER_VERSION,
  )
}

function findUrl({ databaseUrl, dataDir }: Config): Promise<string | null> {
  return databaseUrl === null ? findEmbedded(dataDir) : Promise.resolve(databaseUrl)
}

function toFinding(error: unknown, { databaseUrl, dataDir }: Config): Finding {
  const { reason, remedy } = explainUnreachable(error)
  if (databaseUrl === null)
    return problem(reason, `Read ${clusterPaths(dataDir).log}, stop any program that uses the folder, and start again.`)
  return problem(`${toPlace(databaseUrl)}: ${reason}`, remedy)
}
