import type { AppRoute } from '@ts-rest/core'
import { contract } from './contract.js'
import { library } from './library.js'
import type { Faultless, FaultOf, RouteMetadata } from './metadata.js'
import { signIn } from './sign-in.js'

/** All that the service serves: the five operations, what signs users in, and what an app needs around them. */
export const served = { ...contract, ...signIn, ...library } satisfies Record<
  string,
  AppRoute & { metadata: RouteMetadata }
>

type Served = typeof served

/** The faults of what is served. The package does not compile with one. */
export type ServedFaults = Faultless<{ [Name in keyof Served]: FaultOf<Name, Served[Name]> }[keyof Served]>
