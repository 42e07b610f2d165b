import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../database/ask.js'
import type { Database } from '../../database/connect.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The channel that announces queued jobs to workers. */
export const JOB_CHANNEL = 'asset_job'

const PAUSE_MS = 20

/** The databases with a recent announcement, and whether another one has to follow. */
const announced = new WeakMap<Database, { again: boolean }>()

/**
 * Announces queued jobs to the workers, at most once in 20 ms. Call it after the commit, because transactions with a NOTIFY wait
 * for each other when they commit. Without an announcement, workers find the jobs within a second.
 */
export async function announceJobs(database: Database): Promise<void> {
  const before = announced.get(database)
  if (before) {
    before.again = true
    return
  }
  const now = { again: false }
  announced.set(database, now)
  await ask(database, Prisma.sql`SELECT pg_notify(${JOB_CHANNEL}, '')::text`).catch(() => {})
  await sleep(PAUSE_MS, undefined, { ref: false })
  announced.delete(database)
  if (now.again) await announceJobs(database)
}
