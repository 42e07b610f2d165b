import { statfs } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/config.js'
import { askOne, type Database, type Queryable } from '../../database/ask.js'
import { isTableMissing } from '../../database/failure.js'
import { migrationsFolder, readMigrations } from '../../database/migrations/migrations.js'
import { ProblemError } from '../../errors.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The liveness probe: the process responds. Nothing else is checked. */
const LIVENESS_PATH = '/livez'
/** The readiness probe: the service is not stopping, and its database and disk are usable. */
const READINESS_PATH = '/readyz'

/** Returns whether a request is a probe, whatever its method. */
export function isProbe({ url }: { url?: string | undefined }): boolean {
  return [LIVENESS_PATH, READINESS_PATH].includes(toPath(url))
}

/** Returns the path of a URL without what may be secret: its query, and the key of a link. */
export function toPath(url = ''): string {
  const end = url.indexOf('?')
  return (end < 0 ? url : url.slice(0, end)).replace(/^\/share\/.+/, '/share/…')
}

/** Answers probes without a key, 200 or 503, and leaves every other request to `next`. */
export function createProbes({ findObstacles }: Readiness) {
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void | Promise<void>,
  ): Promise<void> => {
    if (!isProbe(request)) return next()
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ProblemError('method_not_allowed', 'The path accepts GET, HEAD.', { headers: { Allow: 'GET, HEAD' } })
    }
    if (toPath(request.url) === LIVENESS_PATH) return answer(response, 200, { status: 'live' })
    const obstacles = await findObstacles()
    if (obstacles.length === 0) return answer(response, 200, { status: 'ready' })
    answer(response, 503, { status: 'not ready', obstacles })
  }
}

function answer(response: ServerResponse, status: number, body: object) {
  const text = `${JSON.stringify(body)}\n`
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(text)
}

/** A reason why the service should get no requests. */
type ReadinessObstacle = 'draining' | 'database' | 'migrations' | 'read-only' | 'disk'

/** Whether the service should get requests. */
export interface Readiness {
  /** Makes the service unready, because it is about to stop. */
  drain(): void
  /** Lists the obstacles within a second; none when the service is ready. */
  findObstacles(): Promise<ReadinessObstacle[]>
}

const LIMIT_MS = 1_000

/** The bytes that must be free: enough for the next segment of PostgreSQL's log, and for the files of a job. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024

/** Determines whether the service is ready. Concurrent calls share one query of the database and one check of the disk. */
export async function createReadiness({
  database,
  config,
}: {
  database: Database
  config: Config
}): Promise<Readiness> {
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  let isDraining = false
  let asking: Promise<ReadinessObstacle[]> | null = null

  const askDatabase = async (): Promise<ReadinessObstacle[]> => {
    try {
      const { isMigrated, isReadOnly } = await readDatabaseState(database, names)
      return [...(isMigrated ? [] : ['migrations' as const]), ...(isReadOnly ? ['read-only' as const] : [])]
    } catch (error) {
      return [toObstacle(error)]
    }
  }

  const askDisk = async (): Promise<ReadinessObstacle[]> => ((await isFull(config)) ? ['disk'] : [])

  const askAll = async (): Promise<ReadinessObstacle[]> => {
    const found = await Promise.all([inTime(askDatabase(), 'database'), inTime(askDisk(), 'disk')])
    asking = null
    return found.flat()
  }

  return {
    drain: () => {
      isDraining = true
    },
    findObstacles: async () => {
      if (isDraining) return ['draining']
      asking ??= askAll()
      return asking
    },
  }
}

function toObstacle(error: unknown): ReadinessObstacle {
  return isTableMissing(error) ? 'migrations' : 'database'
}

async function isFull(config: Config): Promise<boolean> {
  if (!usesDataDir(config)) return false
  try {
    const { bavail, bsize } = await statfs(config.dataDir)
    return bavail * bsize < LEAST_FREE_BYTES
  } catch (error) {
    // The first job that writes creates the folder.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** Returns whether the service writes into its data folder: with the embedded database, or with derived files outside a bucket. */
function usesDataDir({ databaseUrl, bucket }: Config) {
  return databaseUrl === null || bucket === null
}

/** Resolves to the result of the work, or to `late` after the limit of a probe. */
async function inTime(work: Promise<ReadinessObstacle[]>, late: ReadinessObstacle): Promise<ReadinessObstacle[]> {
  const answered = new AbortController()
  const limit = sleep<ReadinessObstacle[]>(LIMIT_MS, [late], { signal: answered.signal })
  limit.catch(() => {})
  return Promise.race([work, limit]).finally(() => answered.abort())
}

/** The state of a database, for the readiness probe. */
interface DatabaseState {
  /** Whether it has applied all migrations of this version. */
  isMigrated: boolean
  /** Whether it refuses changes, as a standby or by configuration. */
  isReadOnly: boolean
}

/** Reads the state of a database, for a version with these migrations. Throws when no migration was ever applied. */
export async function readDatabaseState(database: Queryable, names: string[]): Promise<DatabaseState> {
  const { applied, isReadOnly } = await askOne<{ applied: number; isReadOnly: boolean }>(
    database,
    Prisma.sql`
      SELECT count(DISTINCT migration_name)::int AS applied,
        current_setting('transaction_read_only')::boolean AS "isReadOnly"
      FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY (${names})`,
  )
  return { isMigrated: applied === names.length, isReadOnly }
}
