import { setTimeout as sleep } from 'node:timers/promises'
import { migrationsFolder, readMigrations } from '../database/migrations.js'
import type { Database } from '../database.js'
import { Prisma } from '../generated/prisma/client.js'
import { hasMigrations } from '../repositories/migration.js'

/** Why the service should get no requests now. */
export type Obstacle = 'draining' | 'database' | 'migrations'

/** Whether the service should get requests. */
export interface Readiness {
  /** Declares that the service is about to stop and should get no more requests. */
  drain(): void
  /** Lists the obstacles within a second; none when the service is ready. */
  findObstacles(): Promise<Obstacle[]>
}

const LIMIT_MS = 1_000
const UNDEFINED_TABLE = '42P01'

const toObstacle = (error: unknown): Obstacle =>
  error instanceof Prisma.PrismaClientKnownRequestError && JSON.stringify(error.meta ?? {}).includes(UNDEFINED_TABLE)
    ? 'migrations'
    : 'database'

/** Determines whether the service is ready. Simultaneous calls share one query. */
export const createReadiness = async ({ database }: { database: Database }): Promise<Readiness> => {
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  let isDraining = false
  let asking: Promise<Obstacle[]> | null = null

  const ask = async (): Promise<Obstacle[]> => {
    try {
      return (await hasMigrations(database, names)) ? [] : ['migrations']
    } catch (error) {
      return [toObstacle(error)]
    }
  }

  const askInTime = async (): Promise<Obstacle[]> => {
    const answered = new AbortController()
    const late = sleep<Obstacle[]>(LIMIT_MS, ['database'], { signal: answered.signal })
    late.catch(() => {})
    try {
      return await Promise.race([ask(), late])
    } finally {
      answered.abort()
      asking = null
    }
  }

  return {
    drain: () => {
      isDraining = true
    },
    findObstacles: async () => {
      if (isDraining) return ['draining']
      asking ??= askInTime()
      return asking
    },
  }
}
