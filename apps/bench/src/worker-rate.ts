import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '@media-library/contract'
import { forgetJobs, type Library, queueJobs } from './library.js'
import type { RunningProcess } from './start-process.js'

interface Work {
  name: JobName
  assetIds: string[]
  /** The assets whose jobs run before the measurement, so that the worker has started its tools. */
  warmUpIds: string[]
}

const POLL_MS = 250

const isOpen = "SELECT EXISTS (SELECT FROM asset_job WHERE name = $1 AND state IN ('queued', 'running')) AS open"

const count = `
  SELECT count(*) FILTER (WHERE state = 'succeeded')::int AS succeeded, min(reason) AS reason,
    extract(epoch FROM max(finished_at) - min(started_at))::float AS seconds
  FROM asset_job WHERE name = $1 AND asset_id = ANY ($2::uuid[])`

/** Returns the jobs per second of a worker, from the start of the first to the end of the last, as it records them. */
export async function measureWorker(
  library: Library,
  startWorker: () => Promise<RunningProcess>,
  { name, assetIds, warmUpIds }: Work,
): Promise<number> {
  await forgetJobs(library)
  const worker = await startWorker()
  const work = async () => {
    await runJobs(library, name, warmUpIds)
    return runJobs(library, name, assetIds)
  }
  try {
    return assetIds.length / (await Promise.race([work(), worker.ended]))
  } finally {
    await worker.stop()
  }
}

async function runJobs(library: Library, name: JobName, assetIds: string[]): Promise<number> {
  const { pool } = library
  await queueJobs(library, name, assetIds)
  while ((await pool.query<{ open: boolean }>(isOpen, [name])).rows[0]?.open) await sleep(POLL_MS)
  const { rows } = await pool.query<{ succeeded: number; reason: string | null; seconds: number }>(count, [
    name,
    assetIds,
  ])
  const [{ succeeded, reason, seconds } = { succeeded: 0, reason: null, seconds: 0 }] = rows
  if (succeeded < assetIds.length) throw new Error(`${assetIds.length - succeeded} jobs did not succeed: ${reason}`)
  return seconds
}
