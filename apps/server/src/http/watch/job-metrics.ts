import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../database/connect.js'
import { transact } from '../../database/transact.js'
import { limitStatements } from '../../database/transaction.js'
import { countWorkers, type JobSummaryRow, summarizeJobs } from '../../jobs/queue/job-listing.js'

const LIMIT_MS = 2_000
const states = ['queued', 'running', 'succeeded', 'skipped', 'failed'] as const

/** Adds the metrics of jobs and workers. Returns a function that refreshes them with two queries within 2 s. */
export function createJobMetrics(registry: Registry, database: Database): () => Promise<void> {
  const registers = [registry]
  const up = new Gauge({
    name: 'media_library_database_up',
    help: '1 if the database could be queried for jobs and workers; if 0, their metrics are missing',
    registers,
  })
  const jobs = new Gauge({
    name: 'media_library_jobs',
    help: 'Jobs by name and state',
    labelNames: ['name', 'state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'media_library_jobs_oldest_waiting_seconds',
    help: 'Age of the oldest queued job',
    labelNames: ['name'],
    registers,
  })
  const workers = new Gauge({ name: 'media_library_workers', help: 'Live workers', registers })

  const show = ({ name, oldestWaiting, ...row }: JobSummaryRow) => {
    for (const state of states) jobs.set({ name, state }, row[state])
    oldest.set({ name }, oldestWaiting ? Math.max(0, Date.now() - oldestWaiting.getTime()) / 1_000 : 0)
  }

  return async () => {
    const late = sleep(LIMIT_MS, null, { ref: false })
    const found = await Promise.race([readJobs(database).catch(() => null), late])
    jobs.reset()
    oldest.reset()
    up.set(found ? 1 : 0)
    workers.set(found?.workers ?? Number.NaN)
    for (const row of found?.rows ?? []) show(row)
  }
}

function readJobs(database: Database) {
  return transact(
    database,
    async (transaction) => {
      await limitStatements(transaction, '1s')
      return { rows: await summarizeJobs(transaction), workers: await countWorkers(transaction) }
    },
    LIMIT_MS,
  )
}
