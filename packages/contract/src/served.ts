import type { AppRoute } from '@ts-rest/core'
import { contract, type RouteMetadata } from './contract.js'
import { signIn } from './sign-in.js'

/** All that the service serves: the five operations, and what signs users in. */
export const served = { ...contract, ...signIn } satisfies Record<string, AppRoute & { metadata: RouteMetadata }>
