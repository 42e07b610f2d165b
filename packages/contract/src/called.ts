import { contract } from './contract.js'
import { changes, lookUps, outcomes } from './library.js'
import { signIn } from './sign-in.js'

/** The operations that the client calls. */
export const called = { ...contract, ...signIn, ...lookUps, ...outcomes, ...changes }
