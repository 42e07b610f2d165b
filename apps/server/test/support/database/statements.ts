import type { PrismaDatabase } from '../../../src/database/connect.js'
import { until } from '../until.js'

// Asked outside of transactions: inside one, PostgreSQL shows what ran when it was first asked.

/** Waits until a statement with a mark in it runs. */
export function untilRuns(database: PrismaDatabase, mark: string) {
  return until(async () => {
    const running = await database.$queryRaw<unknown[]>`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE ${`%${mark}%`} AND state = 'active' AND pid <> pg_backend_pid()`
    return running.length > 0
  })
}

/** Waits until a statement with a mark in it runs, and ends its connection. */
export function endStatement(database: PrismaDatabase, mark: string) {
  return until(async () => {
    const ended = await database.$queryRaw<unknown[]>`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE ${`%${mark}%`} AND state = 'active' AND pid <> pg_backend_pid()`
    return ended.length > 0
  })
}

/** Waits until so many statements wait for locks. */
export function untilBlocked(database: PrismaDatabase, count = 1) {
  return until(async () => {
    const waiting = await database.$queryRaw<unknown[]>`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return waiting.length >= count
  })
}
