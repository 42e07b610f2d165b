import { initContract } from '@ts-rest/core'
import type * as z from 'zod'

const { router, noBody, otherResponse, type } = initContract()

/** The functions that create routes. */
interface Helpers {
  /** ts-rest's function that creates a router. */
  router: ReturnType<typeof initContract>['router']
  /** Returns the schema of a response or request without a body. */
  noBody(): z.ZodUndefined
  /** Returns the schema of a body that is not JSON, with its content type. */
  bytes<Body>(contentType: string): z.ZodType<Body, Body> & { contentType: string }
}

// The types are zod's. If the declarations of the routes had ts-rest's types, programs that use only the types, such as
// those of the client, would have to install ts-rest.
export const c: Helpers = {
  router,
  noBody: noBody as unknown as Helpers['noBody'],
  bytes: <Body>(contentType: string) =>
    otherResponse({ contentType, body: type<Body>() }) as unknown as ReturnType<typeof c.bytes<Body>>,
}

/** The options of every router. */
export const mounted = { pathPrefix: '/api', strictStatusCodes: true } as const
