import type { api } from '@media-library/contract'
import type { ServerInferResponses } from '@ts-rest/core'
import type { AppRouteImplementation } from '@ts-rest/express'
import type { ServerContext } from '../context.js'
import type { SharedLink, User } from '../generated/prisma/client.js'
import type { WrittenBody } from './sent-body.js'

/** A link by which a visitor came, with the user who created it. */
export interface VisitedLink extends SharedLink {
  owner: User
  key: string
}

/** The user, key or session that sent a request, or the visitor of a link. */
export interface Caller {
  /** The id of a visitor is that of the link: nobody owns anything by it, and statements that know nothing of links find nothing. */
  user: User
  /** The permissions, or `all`. */
  scopes: string[]
  /** The id of the key, session or link. */
  credentialId: string
  /** The id of the session; null for a key. */
  sessionId: string | null
  /** The link of a visitor; null for users. */
  link: VisitedLink | null
}

type Routes = typeof api

/** The caller as a permission of the contract promises it; null where none is needed. */
type CallerWith<Permission> = Permission extends null ? null : Caller

/** The values that a handler gets besides those that ts-rest reads from the request. */
interface Admitted<Route> {
  caller: Route extends { metadata: { permission: infer Permission } } ? CallerWith<Permission> : never
  /** Ends the caller's turn at the database before the response starts, when the rest of the work does not need it. */
  endTurn(): void
  /** Returns the network from which the request comes. */
  findNetwork(): string
  /** Waits for a further turn of the same class, which ends with the function that it resolves with. */
  takeTurn(): Promise<() => void>
}

type Implementation<Route extends Routes[keyof Routes]> = AppRouteImplementation<Route>

/** The response that the contract declares, whose body may be written already. */
type Answer<Said> = Said extends { status: infer Status; body: infer Body }
  ? { status: Status; body: Body | WrittenBody<Body> }
  : never

/**
 * The handler of an operation. It gets its context with each request, because a replica may answer requests that only read.
 */
export type Handler<Name extends keyof Routes> = (
  input: Parameters<Implementation<Routes[Name]>>[0] & Admitted<Routes[Name]>,
  context: ServerContext,
) => Promise<Answer<ServerInferResponses<Routes[Name]>>>

/** The handlers of routes, by the names of their operations. */
export type Handlers<Noun> = { [Name in keyof Noun]: Name extends keyof Routes ? Handler<Name> : never }
