import { contract } from './contract.js'
import { changes, lookUps, outcomes, uploads } from './library.js'
import { signIn } from './sign-in.js'

/** The operations that the client calls. */
export const called: Called = { ...contract, ...signIn, ...uploads, ...lookUps, ...outcomes, ...changes }

type Called = typeof contract & typeof signIn & typeof uploads & typeof lookUps & typeof outcomes & typeof changes
