import type * as z from 'zod'
import type { ProblemCode } from '../problem/problems.js'
import type { Permission } from './permissions.js'
import { MAX_IDS } from './primitives.js'

/** What the answers of a route carry. `openapi.json` has their headers and problems from it. */
export type Fact =
  /** A list with an `ETag`, and 304 for `If-None-Match`. */
  | 'etag'
  /** `Link` names the next page. */
  | 'pages'
  /** The bytes of a file, or a part of them. */
  | 'file'
  /** A file that is made while it is sent. */
  | 'archive'
  /** A file that a job makes, and that may not be there yet. */
  | 'picture'
  /** A server-sent stream. */
  | 'events'
  /** `Prefer: return=minimal` is honoured. */
  | 'prefer'
  /** `Idempotency-Key` is honoured. */
  | 'idempotent'
  /** A cookie for browsers that sign in or out. */
  | 'cookie'
  /** What a browser kept is forgotten. */
  | 'forgetting'

/** The facts about a route beyond HTTP. */
export interface RouteMetadata {
  /** null when no key is needed; `session` when a session is required, and `key` when a key is, whatever its scopes. */
  permission: Permission | 'session' | 'key' | null
  /** The date of the deprecation, and the path of the successor. */
  deprecation?: { since: string; successor: string }
  /** The largest JSON body in bytes, uncompressed. Every operation with a JSON body has a limit. */
  bodyLimit?: number
  answers?: readonly Fact[]
  /** The problems that only some routes answer. */
  problems?: readonly ProblemCode[]
  /** Whether a POST asks and changes nothing, so that it may be repeated. */
  isQuestion?: true
  /** Whether the body is a form with files, which is read as a stream up to UPLOAD_LIMIT. */
  isUpload?: true
}

export const KIB = 1_024

/** The longest list that the contract accepts: each id with quotes and a comma on its own indented line. */
export const LIST_OF_IDS = MAX_IDS * 48

/** The longest texts that the contract accepts, with each character escaped. */
export const TEXTS = 150 * KIB

/** The missing metadata of an operation, as a message that the compiler prints; never when nothing is missing. */
export type FaultOf<Name extends string, Route> = Route extends
  | { method: 'GET' }
  | { body: z.ZodUndefined }
  | { metadata: { bodyLimit: number } | { isUpload: true } }
  ? never
  : `${Name} has a body, but no bodyLimit: add one to its metadata`

/** Compiles only for never. Otherwise, the compiler's message names the faults. */
export type Faultless<Fault extends never> = Fault
