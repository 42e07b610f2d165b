import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/config.js'
import type { Database } from '../../database/connect.js'
import { isTableMissing } from '../../database/failure.js'
import { readDatabaseState } from '../../database/migrations/applied.js'
import { migrationsFolder, readMigrations } from '../../database/migrations/migrations.js'

/** A reason why the service should get no requests. */
export type ReadinessObstacle = 'draining' | 'database' | 'migrations' | 'read-only' | 'disk'

/** Whether the service should get requests. */
export interface Readiness {
  /** Makes the service unready, because it is about to stop. */
  drain(): void
  /** Lists the obstacles within a second; none when the service is ready. */
  findObstacles(): Promise<ReadinessObstacle[]>
}

const LIMIT_MS = 1_000

/** Enough for the next segment of PostgreSQL's log, and for the files of a job. */
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

/** Whether the service writes into its data folder: with the embedded database, or with derived files outside a bucket. */
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
