import { prepareExchange } from '../http-contest.js'
import { forgetJobs } from '../library.js'
import type { Scenario } from '../scenario.js'

const MOST = 100_000
const names = ['refresh-metadata', 'regenerate-thumbnail', 'transcode-video']

/** Of the requests for one id: as many as a round may need. */
const BODIES = 100_000

const runAssetJobs = (count: number, aim: number | null): Scenario => ({
  name: `run-asset-jobs-${count}`,
  unit: 'requests',
  aim,
  prepare: async (setting) => {
    const library = await setting.openGenerated()
    const assetIds = library.assetIds.slice(0, MOST)
    // Jobs that wait already cost us less, so each request asks for others.
    const bodies = names
      .flatMap((name) =>
        Array.from({ length: Math.floor(assetIds.length / count) }, (_, index) =>
          JSON.stringify({ assetIds: assetIds.slice(index * count, (index + 1) * count), name }),
        ),
      )
      .slice(0, BODIES)
    return prepareExchange(setting, library, {
      method: 'POST',
      status: 204,
      paths: ['/api/asset/jobs'],
      bodies,
      distinct: bodies.length,
      ...(bodies.length < 10 && { connections: 1 }),
      reset: () => forgetJobs(library),
    })
  },
})

/** Jobs that do not wait yet, for 1 to 100,000 assets at once. No worker takes them. */
export const runAssetJobsScenarios = [
  runAssetJobs(1, 0.6),
  runAssetJobs(100, 2),
  runAssetJobs(1_000, 3),
  runAssetJobs(MOST, null),
]
