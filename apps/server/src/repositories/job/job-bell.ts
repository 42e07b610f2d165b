import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../database/ask.js'
import type { Database } from '../../database/connect.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The channel on which workers hear that jobs wait. */
export const JOB_CHANNEL = 'asset_job'

const PAUSE_MS = 20

/** Where it was rung a moment ago, and whether it must be rung again. */
const rung = new WeakMap<Database, { again: boolean }>()

/**
 * Tells the workers that jobs wait, at most once in 20 ms. Call it after the commit: a NOTIFY within a transaction makes all
 * that commit wait for each other. Without it, workers find the jobs a second later.
 */
export async function ringForJobs(database: Database): Promise<void> {
  const before = rung.get(database)
  if (before) {
    before.again = true
    return
  }
  const now = { again: false }
  rung.set(database, now)
  await ask(database, Prisma.sql`SELECT pg_notify(${JOB_CHANNEL}, '')::text`).catch(() => {})
  await sleep(PAUSE_MS, undefined, { ref: false })
  rung.delete(database)
  if (now.again) await ringForJobs(database)
}
