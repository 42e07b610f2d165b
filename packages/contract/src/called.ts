import { contract } from './contract.js'
import { lookUps, outcomes } from './library.js'

/** The operations that the client calls. */
export const called = { ...contract, ...lookUps, ...outcomes }
