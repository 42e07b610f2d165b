import { contract } from './contract.js'
import { lookUps } from './library.js'

/** What the client calls. */
export const called = { ...contract, ...lookUps }
