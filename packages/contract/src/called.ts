import { contract } from './contract.js'
import { lookUps } from './library.js'

/** The operations that the client calls. */
export const called = { ...contract, ...lookUps }
