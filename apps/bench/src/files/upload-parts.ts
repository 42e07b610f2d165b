import { prepareExchange } from '../http-contest.js'
import type { Scenario } from '../scenario.js'
import { removeUploads, startPartSides } from './upload-sides.js'

/** As many as the disk of a small machine holds. */
const FILES = 100

const BYTES = 20_000_000

/**
 * Uploads of 20 MB to the least server of Node that does a part more of the work than the one before, beside an nginx that
 * stores them. They show what no service on Node exceeds.
 */
export const uploadPartScenarios: Scenario[] = ['read', 'hash', 'write', 'sync'].map((step, index) => ({
  name: `upload-parts-${index + 1}-${step}`,
  unit: 'requests',
  aim: null,
  prepare: async (setting) => {
    const library = await setting.openGenerated()
    return prepareExchange(setting, library, {
      method: 'POST',
      status: 201,
      paths: [`/${step}/`],
      floorPaths: ['/put/'],
      connections: 4,
      distinct: FILES,
      upload: { bytes: BYTES, isForm: false },
      reset: () => removeUploads(library),
      startSides: () => startPartSides(library, setting),
    })
  },
}))
