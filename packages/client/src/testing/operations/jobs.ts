import type { AssetJob, AssetJobFilter, RunAssetJobs } from '@media-library/contract/schemas'
import { JobName, JobState } from '@media-library/contract/schemas'
import { type Ask, isOwn, requireUsable } from '../ask.js'
import { compare, type QueuedJob, type Store, sendEvent } from '../store.js'

export const jobs = {
  runAssetJobs(ask: Ask<RunAssetJobs>) {
    const { store, body } = ask
    requireUsable(ask, { assetIds: body.assetIds })
    for (const assetId of body.assetIds) queueJob(store, { assetId, name: body.name })
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
    const toCounts = (name: JobName) =>
      JobState.options.map((state) => [state, own.filter((job) => job.name === name && job.state === state).length])
    return Object.fromEntries(JobName.options.map((name) => [name, Object.fromEntries(toCounts(name))]))
  },
}

/** Queues a job, unless it is already queued. */
export function queueJob({ jobs }: Store, { assetId, name }: QueuedJob): void {
  const key = `${assetId}.${name}`
  if (jobs.get(key)?.state === 'queued') return
  const times = { queuedAt: new Date().toISOString(), startedAt: null, finishedAt: null }
  jobs.set(key, { assetId, name, state: 'queued', attempts: 0, reason: null, ...times })
}

/** Ends the queued jobs with the given outcome. */
export function endJobs(store: Store, state: 'succeeded' | 'skipped' | 'failed', reason: string | null): void {
  const now = new Date().toISOString()
  for (const [key, job] of store.jobs) {
    if (job.state !== 'queued') continue
    store.jobs.set(key, { ...job, state, attempts: 1, reason, startedAt: now, finishedAt: now })
    const { assetId, name } = job
    const { ownerId } = store.assets.get(assetId) ?? {}
    sendEvent(store, ownerId ? [ownerId] : [], { type: 'job.finished', assetId, name, state })
  }
}

function listJobs(ask: Ask<unknown, unknown>): AssetJob[] {
  return [...ask.store.jobs.values()].filter(({ assetId }) => isOwn(ask, assetId))
}
