import { JobName } from '@media-library/contract'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../../database/ask.js'
import { limitStatements, transact } from '../../../database/transaction.js'
import { countWorkers, type OpenJobsRow, summarizeOpenJobs } from '../../../jobs/queue/list-jobs.js'
import { LIMIT_MS, type SourceReader } from './reader.js'

const states = ['queued', 'running', 'failed'] as const

/** Adds the metrics of the queue and the workers, which all processes of a database share. */
export function addJobs(registry: Registry, reader: SourceReader, database: Database): void {
  const registers = [registry]
  const jobs = new Gauge({
    name: 'media_library_jobs',
    help: 'Jobs of the whole library that wait, run or have failed for good',
    labelNames: ['name', 'state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'media_library_jobs_oldest_waiting_seconds',
    help: 'Age of the oldest queued job; 0 without one',
    labelNames: ['name'],
    registers,
  })
  const workers = new Gauge({
    name: 'media_library_workers',
    help: 'Live workers across the whole library',
    registers,
  })
  const show = ({ name, oldestWaiting, ...row }: OpenJobsRow) => {
    for (const state of states) jobs.set({ name, state }, row[state])
    oldest.set({ name }, oldestWaiting ? Math.max(0, Date.now() - oldestWaiting.getTime()) / 1_000 : 0)
  }
  reader.add({
    name: 'jobs',
    read: () => readJobs(database),
    show: (found) => {
      jobs.reset()
      oldest.reset()
      workers.set(found?.workers ?? Number.NaN)
      for (const row of found?.rows ?? []) show(row)
    },
  })
}

function readJobs(database: Database) {
  return transact(
    database,
    async (transaction) => {
      await limitStatements(transaction, '2s')
      const rows = await summarizeOpenJobs(transaction, JobName.options)
      return { rows, workers: await countWorkers(transaction) }
    },
    LIMIT_MS,
  )
}
