/** The router options of each part of the contract `library`. */
export const mounted = { pathPrefix: '/api', strictStatusCodes: true } as const
