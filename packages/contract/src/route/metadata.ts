import type * as z from 'zod'
import type { ProblemCode } from '../problem/problems.js'
import type { Permission } from './permissions.js'
import { MAX_IDS } from './primitives.js'

/** A fact about the answers of a route. The headers and problems in `openapi.json` follow from it. */
export type Fact =
  /** A list with an `ETag`, and 304 for `If-None-Match`. */
  | 'etag'
  /** `Link` has the address of the next page. */
  | 'pages'
  /** The answer is a file, or a part of it. */
  | 'file'
  /** The answer is a file that is made while it is sent. */
  | 'archive'
  /** The answer is a file that a job makes. It may not exist yet. */
  | 'picture'
  /** The answer is a stream of server-sent events. */
  | 'events'
  /** `Prefer: return=minimal` is honoured. */
  | 'prefer'
  /** `Idempotency-Key` is accepted. */
  | 'idempotent'
  /** The answer sets or clears a cookie when a browser signs in or out. */
  | 'cookie'
  /** The answer tells the browser to delete what it has stored. */
  | 'forgetting'

/** The facts about a route beyond HTTP. */
export interface RouteMetadata {
  /** The required permission; `any` for any key or session, `key` for any key, and null when the operation is public. */
  permission: Permission | 'any' | 'key' | null
  /** What a link has to allow so that its visitors may do it; visitors of a link may do nothing else. */
  visitor?: 'look' | 'download' | 'upload'
  /** The date of the deprecation, and the path of the successor. */
  deprecation?: { since: string; successor: string }
  /** The largest JSON body in bytes, uncompressed. Every operation with a JSON body has a limit. */
  bodyLimit?: number
  answers?: readonly Fact[]
  /** The problems that only some routes answer. */
  problems?: readonly ProblemCode[]
  /** Whether a POST only reads, so that it may be repeated. */
  isQuestion?: true
  /** Whether the body is a form with files, which is read as a stream. */
  isUpload?: true
}

export const KIB = 1_024

/**
 * The size in bytes of the longest list that the contract accepts: each id has quotes and a comma, and stands on an
 * indented line.
 */
export const LIST_OF_IDS = MAX_IDS * 48

/** The size in bytes of the longest texts that the contract accepts, with each character escaped. */
export const TEXTS = 150 * KIB

/** The missing metadata of an operation, as a message that the compiler prints; `never` when nothing is missing. */
export type FaultOf<Name extends string, Route> = Route extends
  | { method: 'GET' }
  | { body: z.ZodUndefined }
  | { metadata: { bodyLimit: number } | { isUpload: true } }
  ? never
  : `${Name} has a body, but no bodyLimit: add one to its metadata`

/** A type that compiles only for `never`. Otherwise, the compiler's message names the faults. */
export type Faultless<Fault extends never> = Fault
