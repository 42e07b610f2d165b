import type * as z from 'zod'
import type { Permission } from './permissions.js'
import { MAX_IDS } from './schemas/primitives.js'
import type { ProblemCode } from './schemas/problem.js'

/** The facts of a route that are not HTTP. */
export interface RouteMetadata {
  /** null: no key is needed; `session`: only a session will do. */
  permission: Permission | 'session' | null
  /** Deprecated since that day, in favour of the successor's path. */
  deprecation?: { since: string; successor: string }
  /** The most bytes of a JSON body, counted uncompressed; each operation with such a body has one. */
  bodyLimit?: number
  /** A request that is refused. Without it an unknown id in the path is, or a property that is unknown, or an `Accept` of HTML. */
  refusal?: Refusal
}

/** A request that an operation refuses, for every user of a service without a provider, and the problem that it answers. */
export interface Refusal {
  status: number
  code: ProblemCode
  body?: object
}

/** An id that nothing has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

export const KIB = 1_024

/** The longest list that the contract accepts: each id with quotes and a comma on its own indented line. */
export const LIST_OF_IDS = MAX_IDS * 48

/** The longest texts that the contract accepts, with each character escaped. */
export const TEXTS = 150 * KIB

/** What the metadata of an operation lacks, in words that the compiler prints; never when it lacks nothing. */
export type FaultOf<Name extends string, Route> = Route extends { body: z.ZodType }
  ? Route extends { metadata: { bodyLimit: number } }
    ? never
    : `${Name} has a body, but no bodyLimit: add one to its metadata`
  : never

/** Compiles for never alone; otherwise the message names the faults. */
export type Faultless<Fault extends never> = Fault
