import type { AssetJob, AssetJobFilter, RunAssetJobs } from '@media-library/contract/schemas'
import { JobName, JobState } from '@media-library/contract/schemas'
import { type Ask, isOwn, requireUsable } from '../ask.js'
import { compare, type Library, type QueuedJob, tell } from '../library.js'

export const jobs = {
  runAssetJobs(ask: Ask<RunAssetJobs>) {
    const { library, body } = ask
    requireUsable(ask, { assetIds: body.assetIds })
    for (const assetId of body.assetIds) queueJob(library, { assetId, name: body.name })
  },

  getAssetJobs(ask: Ask<unknown, AssetJobFilter>) {
    const { assetId: ids, name, state } = ask.query
    return listJobs(ask)
      .filter((job) => ids === undefined || ids.includes(job.assetId))
      .filter((job) => [undefined, job.name].includes(name) && [undefined, job.state].includes(state))
      .sort((a, b) => compare(b.assetId, a.assetId) || compare(a.name, b.name))
  },

  getJobCounts(ask: Ask) {
    const own = listJobs(ask)
    const countsOf = (name: JobName) =>
      JobState.options.map((state) => [state, own.filter((job) => job.name === name && job.state === state).length])
    return Object.fromEntries(JobName.options.map((name) => [name, Object.fromEntries(countsOf(name))]))
  },
}

/** Queues a job, unless it is already queued. */
export function queueJob({ jobs }: Library, { assetId, name }: QueuedJob): void {
  const key = `${assetId}.${name}`
  if (jobs.get(key)?.state === 'queued') return
  const times = { queuedAt: new Date().toISOString(), startedAt: null, finishedAt: null }
  jobs.set(key, { assetId, name, state: 'queued', attempts: 0, reason: null, ...times })
}

/** Ends the queued jobs with the given outcome. */
export function endJobs(library: Library, state: 'succeeded' | 'skipped' | 'failed', reason: string | null): void {
  const now = new Date().toISOString()
  for (const [key, job] of library.jobs) {
    if (job.state !== 'queued') continue
    library.jobs.set(key, { ...job, state, attempts: 1, reason, startedAt: now, finishedAt: now })
    const { assetId, name } = job
    const { ownerId } = library.assets.get(assetId) ?? {}
    tell(library, ownerId ? [ownerId] : [], { type: 'job.finished', assetId, name, state })
  }
}

function listJobs(ask: Ask<unknown, unknown>): AssetJob[] {
  return [...ask.library.jobs.values()].filter(({ assetId }) => isOwn(ask, assetId))
}
