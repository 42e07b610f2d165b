import { EVERYDAY_ASSETS, type GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import { forgetJobs, queueJobs } from '../library.js'
import { AIMS, PRICES, type Scenario } from '../scenario.js'

const MOST = 100_000
const names = ['refresh-metadata', 'regenerate-thumbnail', 'transcode-video'] as const
const [everyday] = names

/** The number of requests for one asset each: as many as a round may need. */
const BODIES = 100_000

const request: Exchange = { method: 'POST', status: 204, paths: ['/api/asset/jobs'] }

/** Requests jobs that are already queued, as in a loop over 20,000 assets, and new jobs. No worker claims them. */
export const runAssetJobsScenarios = [
  runAgain(1, AIMS.small),
  runAgain(100, 2),
  runAgain(1_000, 3),
  runNew(1, AIMS.small),
  runNew(100, 1),
  runNew(1_000, 1),
  runNew(MOST, 1.2),
]

/** Requests the same jobs again and again; they are already queued. */
function runAgain(count: number, aim: number): Scenario {
  return {
    name: `run-asset-jobs-${count}`,
    unit: 'requests',
    aim,
    price: PRICES.job,
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      const assetIds = library.assetIds.slice(0, EVERYDAY_ASSETS)
      return prepareExchange(setting, library, {
        ...request,
        bodies: toBodies(assetIds, count, everyday),
        reset: async () => {
          await forgetJobs(library)
          await queueJobs(library, everyday, assetIds)
        },
      })
    },
  }
}

/** Requests that many new jobs each time; no two requests share an asset. */
function toBodies(assetIds: string[], count: number, name: string) {
  return Array.from({ length: Math.floor(assetIds.length / count) }, (_, index) =>
    JSON.stringify({ assetIds: assetIds.slice(index * count, (index + 1) * count), name }),
  )
}

function runNew(count: number, aim: number): Scenario {
  return {
    name: `run-new-asset-jobs-${count}`,
    unit: 'requests',
    aim,
    price: PRICES.job,
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      return prepareExchange(setting, library, newJobsRequests(library, count))
    },
  }
}

/** Returns requests for that many new jobs each. */
function newJobsRequests(library: GeneratedLibrary, count: number): Exchange {
  const assetIds = library.assetIds.slice(0, MOST)
  const bodies = names.flatMap((name) => toBodies(assetIds, count, name)).slice(0, BODIES)
  return {
    ...request,
    bodies,
    distinct: bodies.length,
    ...(bodies.length < 10 && { connections: 1 }),
    reset: () => forgetJobs(library),
  }
}
