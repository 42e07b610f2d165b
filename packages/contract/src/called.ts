import { contract } from './contract.js'

/** What the client calls. */
export const called = { ...contract }
