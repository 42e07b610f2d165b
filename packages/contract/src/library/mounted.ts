/** Where and how each part of the contract `library` is served. */
export const mounted = { pathPrefix: '/api', strictStatusCodes: true } as const
