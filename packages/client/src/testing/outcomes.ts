import { JobName, JobState } from '@media-library/contract/schemas'
import type { AssetJob, AssetJobFilter } from '../types/index.js'
import type { Ask } from './ask.js'
import { tell } from './events.js'
import { type Library, queuedJob } from './library.js'
import { Refusal, type Success } from './outcome.js'

const MAX_PAGE = 1_000

/** The records of the jobs of own assets, newest asset first, then by name. */
export function getAssetJobs(ask: Ask<unknown, AssetJobFilter>): Success {
  const { assetId: ids, name, state, limit = MAX_PAGE, cursor } = ask.query
  const start = readCursor(cursor)
  const listed = listOwn(ask)
    .filter((record) => ids === undefined || ids.includes(record.assetId))
    .filter((record) => [undefined, record.name].includes(name) && [undefined, record.state].includes(state))
    .filter((record) => start === null || isBefore(start, record))
  const shown = listed.slice(0, limit)
  const last = shown.at(-1)
  if (!last || shown.length === listed.length) return { status: 200, body: shown }
  const query = new URLSearchParams((ids ?? []).map((id) => ['assetId', id]))
  for (const [key, value] of Object.entries({ name, state, limit })) if (value) query.set(key, String(value))
  query.set('cursor', btoa(`${last.assetId}.${last.name}`))
  return { status: 200, headers: { link: `</api/asset/jobs?${query}>; rel="next"` }, body: shown }
}

/** How many jobs of own assets are in each state. */
export function getJobCounts(ask: Ask): Success {
  const own = listOwn(ask)
  const countOf = (name: JobName, state: JobState) =>
    own.filter((record) => record.name === name && record.state === state).length
  const countsOf = (name: JobName) => Object.fromEntries(JobState.options.map((state) => [state, countOf(name, state)]))
  const body = Object.fromEntries(JobName.options.map((name) => [name, countsOf(name)]))
  return { status: 200, body }
}

/** Ends the jobs that wait, each with that outcome. */
export function endJobs(library: Library, state: 'succeeded' | 'skipped' | 'failed', reason: string | null): void {
  const now = new Date().toISOString()
  for (const { assetId, name } of library.jobs.splice(0)) {
    const { queuedAt } = library.records.get(`${assetId}.${name}`) ?? queuedJob({ assetId, name })
    const record: AssetJob = { assetId, name, state, attempts: 1, reason, queuedAt, startedAt: now, finishedAt: now }
    library.records.set(`${assetId}.${name}`, record)
    const { ownerId } = library.assets.get(assetId) ?? {}
    tell(library, ownerId ? [ownerId] : [], { type: 'job.finished', assetId, name, state })
  }
}

function listOwn({ library, caller }: Ask<unknown, unknown>): AssetJob[] {
  return [...library.records.values()]
    .filter(({ assetId }) => {
      const asset = library.assets.get(assetId)
      return asset?.ownerId === caller.id && !asset.isTrashed
    })
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

type Place = Pick<AssetJob, 'assetId'> & { name: string }

function isBefore(a: Place, b: Place): boolean {
  return a.assetId === b.assetId ? a.name < b.name : a.assetId > b.assetId
}

function readCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  try {
    const [assetId = '', name = ''] = atob(cursor).split('.')
    if (name !== '') return { assetId, name }
  } catch {
    // It is no base64.
  }
  const errors = [
    { pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' },
  ]
  throw new Refusal('invalid_request', '/query/cursor is not a cursor of this service.', { errors })
}
