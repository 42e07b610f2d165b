import type { AppRoute } from '@ts-rest/core'
import { contract } from './contract.js'
import { library } from './library.js'
import type { Faultless, FaultOf, RouteMetadata } from './metadata.js'
import { signIn } from './sign-in.js'

/** Everything that the service serves: the five operations, the sign-in, and the library operations around them. */
export const served: Served = { ...contract, ...signIn, ...library } satisfies Record<
  string,
  AppRoute & { metadata: RouteMetadata }
>

// Named, so that the declarations refer to the routes instead of repeating them.
type Served = typeof contract & typeof signIn & typeof library

/** The faults of the served operations. The package does not compile if there are any. */
export type ServedFaults = Faultless<{ [Name in keyof Served]: FaultOf<Name, Served[Name]> }[keyof Served]>
