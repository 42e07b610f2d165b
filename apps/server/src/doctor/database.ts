import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.js'
import { explainUnreachable, placeOf } from '../database/unreachable.js'
import { type DatabaseReport, inspectDatabase } from '../migrations/inspect.js'
import { OLDEST_SERVER } from '../migrations/migrate.js'
import { chooseAccount } from '../postgres/account.js'
import { packagedBinaries, programOf } from '../postgres/binaries.js'
import { clusterPaths } from '../postgres/cluster.js'
import { findEmbedded } from '../postgres/embedded.js'
import { runAs } from '../postgres/run-as.js'
import { type Check, type Finding, ok, problem, warning } from './finding.js'

/** A database that could be asked. */
export interface Reached {
  url: string
  report: DatabaseReport
}

const NOT_RUNNING = 'the embedded PostgreSQL does not run now; `media-library serve` starts it'

/** Asks the database of a configuration; null when it is the embedded one and does not run. */
export async function reachDatabase(config: Config): Promise<Reached | null> {
  const url = await findUrl(config)
  return url === null ? null : { url, report: await inspectDatabase(url) }
}

/** Whether the database answers and is new enough. */
export function checkServer(reached: Promise<Reached | null>): Check {
  return async (config) => {
    try {
      const found = await reached
      if (!found) return ok(NOT_RUNNING)
      const { version, number } = found.report
      const detail = `PostgreSQL ${version} at ${placeOf(found.url)}`
      return number < OLDEST_SERVER ? problem(detail, 'Use PostgreSQL 15 or later.') : ok(detail)
    } catch (error) {
      return toFinding(error, config)
    }
  }
}

/** Whether the tables are those of this version. */
export function checkMigrations(reached: Promise<Reached | null>): Check {
  return async () => {
    const found = await reached.catch(() => undefined)
    if (found === undefined) return warning('not known without the database', 'Mend the database first.')
    if (found === null) return ok('applied when the database is started')
    const { migrations } = found.report
    if ('fault' in migrations) return problem(migrations.fault, 'Do as the message says.')
    const { missing, known } = migrations
    if (missing === 0) return ok(`all ${known} are applied`)
    return warning(
      `${missing} of ${known} are not applied`,
      'Run `media-library migrate`, or start the service, which applies them.',
    )
  }
}

const SKEW_WARNING_MS = 2_000
const SKEW_PROBLEM_MS = 60_000

/** Whether the database's clock agrees with ours: keys expire by our clock, and jobs are due by its. */
export function checkSkew(reached: Promise<Reached | null>): Check {
  return async () => {
    const found = await reached.catch(() => null)
    if (!found) return ok('not known without the database')
    const { skewMs } = found.report
    const detail = `the database is ${Math.abs(skewMs)} ms ${skewMs < 0 ? 'behind' : 'ahead'}`
    const remedy = 'Let both machines follow a time server.'
    if (Math.abs(skewMs) > SKEW_PROBLEM_MS) return problem(detail, remedy)
    return Math.abs(skewMs) > SKEW_WARNING_MS ? warning(detail, remedy) : ok(detail)
  }
}

/** Whether the embedded PostgreSQL runs here, and can run what the data folder holds. */
export const checkEmbedded: Check = async ({ databaseUrl, dataDir }) => {
  if (databaseUrl !== null) return ok('not needed with DATABASE_URL')
  const binaries = await packagedBinaries()
  const { folder } = clusterPaths(dataDir)
  const account = await chooseAccount([folder, dataDir])
  const program = programOf(binaries, 'postgres')
  // Where the account cannot reach them, root makes it a copy.
  const version = await runAs(account, program, ['--version']).catch(() => runAs(null, program, ['--version']))
  const made = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const detail = `${version.trim()}, ${made ? `with a database in ${folder}` : 'which makes its database at the first start'}`
  if (made === '' || made === binaries.version.split('.')[0]) return ok(detail)
  return problem(
    `${folder} was made by PostgreSQL ${made}, and this is ${binaries.version}`,
    'Run `media-library backup` of the version that made it, move the folder away, and `media-library restore` it here.',
  )
}

function findUrl({ databaseUrl, dataDir }: Config): Promise<string | null> {
  return databaseUrl === null ? findEmbedded(dataDir) : Promise.resolve(databaseUrl)
}

function toFinding(error: unknown, { databaseUrl, dataDir }: Config): Finding {
  const { reason, remedy } = explainUnreachable(error)
  if (databaseUrl === null)
    return problem(reason, `See ${clusterPaths(dataDir).log}; stop what uses it, and start again.`)
  return problem(`${placeOf(databaseUrl)}: ${reason}`, remedy)
}
