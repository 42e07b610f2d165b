import type { api } from '@media-library/contract'
import type { AppRouteImplementation } from '@ts-rest/express'
import type { ServerContext } from '../context.js'
import type { User } from '../generated/prisma/client.js'

declare global {
  namespace Express {
    interface Request {
      /** The caller, on every route that needs a permission. */
      user: User
      /** The caller's permissions, or `all`, on every route that needs a permission. */
      scopes: string[]
      /** The caller's session: on every route that needs one, and on others unless the caller has a key. */
      sessionId: string
      /** The caller's key, on every route that needs one. */
      keyId: string
      /** Ends the caller's turn at the database before the response starts, when the rest of the work does not need it. */
      endTurn?: () => void
    }
  }
}

type Routes = typeof api

/** The handler of an operation: it creates the implementation of its route from the context. */
export type Handler<Name extends keyof Routes> = (context: ServerContext) => AppRouteImplementation<Routes[Name]>
