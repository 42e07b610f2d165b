import type * as z from 'zod'
import type { Permission } from './permissions.js'
import { MAX_IDS } from './schemas/primitives.js'
import type { ProblemCode } from './schemas/problems.js'

/** The facts about a route beyond HTTP. */
export interface RouteMetadata {
  /** null when no key is needed; `session` when a session is required, and `key` when a key is, whatever its scopes. */
  permission: Permission | 'session' | 'key' | null
  /** The date of the deprecation, and the path of the successor. */
  deprecation?: { since: string; successor: string }
  /** The largest JSON body in bytes, uncompressed. Every operation with a JSON body has a limit. */
  bodyLimit?: number
  /** Whether the body is a form with files, which is read as a stream up to UPLOAD_LIMIT. */
  isUpload?: true
  /** A refused request, for the tests. By default they use an unknown id in the path, an unknown property, or `Accept: text/html`. */
  refusal?: Refusal
}

/** A request that an operation refuses, for every user of a service without a provider, and the problem that it answers. */
export interface Refusal {
  status: number
  code: ProblemCode
  body?: object
}

/** An id that does not exist. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

export const KIB = 1_024

/** The longest list that the contract accepts: each id with quotes and a comma on its own indented line. */
export const LIST_OF_IDS = MAX_IDS * 48

/** The longest texts that the contract accepts, with each character escaped. */
export const TEXTS = 150 * KIB

/** The missing metadata of an operation, as a message that the compiler prints; never when nothing is missing. */
export type FaultOf<Name extends string, Route> = Route extends { body: z.ZodType }
  ? Route extends { metadata: { bodyLimit: number } | { isUpload: true } }
    ? never
    : `${Name} has a body, but no bodyLimit: add one to its metadata`
  : never

/** Compiles only for never. Otherwise, the compiler's message names the faults. */
export type Faultless<Fault extends never> = Fault
