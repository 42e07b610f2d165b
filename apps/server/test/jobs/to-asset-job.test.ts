import { AssetJob, AssetJobCounts } from '@media-library/contract'
import { expect, test } from 'vitest'
import { toAssetJob, toAssetJobCounts } from '../../src/jobs/get-asset-jobs.js'

const row = {
  assetId: '01900000-0000-7000-8000-000000000001',
  name: 'transcode-video',
  state: 'failed',
  attempts: 3,
  reason: 'it is empty',
  queuedAt: new Date(1),
  startedAt: new Date(2),
  finishedAt: new Date(3),
} as const

test('toAssetJob writes the times of a job as text, as far as there are any', () => {
  const job = toAssetJob(row)

  expect(job).toEqual({
    ...row,
    queuedAt: '1970-01-01T00:00:00.001Z',
    startedAt: '1970-01-01T00:00:00.002Z',
    finishedAt: '1970-01-01T00:00:00.003Z',
  })
  expect(AssetJob.parse(job)).toEqual(job)
  expect(toAssetJob({ ...row, startedAt: null, finishedAt: null })).toMatchObject({ startedAt: null, finishedAt: null })
})

test('toAssetJobCounts has every name and state', () => {
  const counts = toAssetJobCounts([
    { name: 'transcode-video', state: 'failed', count: 2 },
    { name: 'transcode-video', state: 'running', count: 1 },
    { name: 'refresh-metadata', state: 'failed', count: 3 },
  ])

  const none = { queued: 0, running: 0, succeeded: 0, failed: 0, skipped: 0 }
  expect(counts).toMatchObject({
    'refresh-metadata': { ...none, failed: 3 },
    'regenerate-thumbnail': none,
    'transcode-video': { ...none, running: 1, failed: 2 },
  })
  expect(AssetJobCounts.parse(counts)).toEqual(counts)
})
