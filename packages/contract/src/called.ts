import { contract } from './contract.js'
import { changes, lookUps, outcomes, uploads } from './library.js'
import { signIn } from './sign-in.js'

/** The operations that the client calls. */
export const called = { ...contract, ...signIn, ...uploads, ...lookUps, ...outcomes, ...changes }
