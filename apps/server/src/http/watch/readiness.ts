import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/config.js'
import type { Database } from '../../database/connect.js'
import { Prisma } from '../../generated/prisma/client.js'
import { migrationsFolder, readMigrations } from '../../migrations/migrations.js'
import { readDatabaseState } from '../../repositories/migration.js'

/** Why the service should get no requests now. */
export type Obstacle = 'draining' | 'database' | 'migrations' | 'read-only' | 'disk'

/** Whether the service should get requests. */
export interface Readiness {
  /** Declares that the service is about to stop and should get no more requests. */
  drain(): void
  /** Lists the obstacles within a second; none when the service is ready. */
  findObstacles(): Promise<Obstacle[]>
}

const LIMIT_MS = 1_000
const UNDEFINED_TABLE = '42P01'

/** What PostgreSQL needs for the next piece of its log, and a job for what it makes. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024

/** Determines whether the service is ready. Simultaneous calls share one question to the database and one to the disk. */
export async function createReadiness({
  database,
  config,
}: {
  database: Database
  config: Config
}): Promise<Readiness> {
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  let isDraining = false
  let asking: Promise<Obstacle[]> | null = null

  const askDatabase = async (): Promise<Obstacle[]> => {
    try {
      const { isMigrated, isReadOnly } = await readDatabaseState(database, names)
      return [...(isMigrated ? [] : ['migrations' as const]), ...(isReadOnly ? ['read-only' as const] : [])]
    } catch (error) {
      return [toObstacle(error)]
    }
  }

  const askDisk = async (): Promise<Obstacle[]> => ((await isFull(config)) ? ['disk'] : [])

  const askAll = async (): Promise<Obstacle[]> => {
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

function toObstacle(error: unknown): Obstacle {
  return error instanceof Prisma.PrismaClientKnownRequestError &&
    JSON.stringify(error.meta ?? {}).includes(UNDEFINED_TABLE)
    ? 'migrations'
    : 'database'
}

async function isFull(config: Config): Promise<boolean> {
  if (!usesDataDir(config)) return false
  try {
    const { bavail, bsize } = await statfs(config.dataDir)
    return bavail * bsize < LEAST_FREE_BYTES
  } catch (error) {
    // It is made by who writes into it first.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** Whether the service writes into its data folder: the embedded database is there, and what jobs make if it goes into no bucket. */
function usesDataDir({ databaseUrl, bucket }: Config) {
  return databaseUrl === null || bucket === null
}

/** What comes within the limit of a probe, else `late`. */
async function inTime(work: Promise<Obstacle[]>, late: Obstacle): Promise<Obstacle[]> {
  const answered = new AbortController()
  const limit = sleep<Obstacle[]>(LIMIT_MS, [late], { signal: answered.signal })
  limit.catch(() => {})
  return Promise.race([work, limit]).finally(() => answered.abort())
}
