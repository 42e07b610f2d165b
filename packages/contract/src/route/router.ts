import { initContract } from '@ts-rest/core'
import type * as z from 'zod'

const { router, noBody, otherResponse, type } = initContract()

/** What routes are made of. */
interface Helpers {
  /** ts-rest's function that makes a router. */
  router: ReturnType<typeof initContract>['router']
  /** No body. */
  noBody(): z.ZodUndefined
  /** A body of this content type, which is not JSON. */
  bytes<Body>(contentType: string): z.ZodType<Body, Body> & { contentType: string }
}

// The types are zod's. With those of ts-rest in the declarations of the routes, programs that use only the types, such as those of the
// client, would need ts-rest, too.
export const c: Helpers = {
  router,
  noBody: noBody as unknown as Helpers['noBody'],
  bytes: <Body>(contentType: string) =>
    otherResponse({ contentType, body: type<Body>() }) as unknown as ReturnType<typeof c.bytes<Body>>,
}

/** The options of every router. */
export const mounted = { pathPrefix: '/api', strictStatusCodes: true } as const
