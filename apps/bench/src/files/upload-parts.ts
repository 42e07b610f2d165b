import { prepareExchange } from '../http-contest.js'
import type { Scenario } from '../scenario.js'
import { removeUploads, startPartSides } from './upload-sides.js'

/** The number of files, which fit on the disk of a small machine. */
const FILES = 100

const BYTES = 20_000_000

/**
 * Uploads of 20 MB to a minimal server on Node, each with one more part of the work than the previous one, beside an nginx that stores
 * them. They show the limits of any service on Node.
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
