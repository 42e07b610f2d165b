import { initContract } from '@ts-rest/core'

export const c: ReturnType<typeof initContract> = initContract()

/** The options of every router. */
export const mounted = { pathPrefix: '/api', strictStatusCodes: true } as const
