import { type AssetJob, type AssetJobCounts, JobName, JobState } from '@media-library/contract'
import type { JobRow } from './queue/own-jobs.js'

/** Converts the record of a job. */
export function toAssetJob({ queuedAt, startedAt, finishedAt, ...row }: JobRow): AssetJob {
  return {
    ...row,
    queuedAt: queuedAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** Arranges counts by name and state. Missing counts are 0. */
export function toAssetJobCounts(rows: { name: JobName; state: JobState; count: number }[]): AssetJobCounts {
  const countOf = (name: JobName, state: JobState) =>
    rows.find((row) => row.name === name && row.state === state)?.count ?? 0
  const countsOf = (name: JobName) => Object.fromEntries(JobState.options.map((state) => [state, countOf(name, state)]))
  return Object.fromEntries(JobName.options.map((name) => [name, countsOf(name)])) as AssetJobCounts
}
