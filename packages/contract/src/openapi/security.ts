import type { Permission } from '../contract.js'

/** Each is a way to say who calls; one of them is enough. */
export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'A key that `media-library key create` made.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key, as `Authorization: Bearer`.' },
} as const

/** What a route with that permission asks of its caller; an empty list: nothing. */
export const securityOf = (permission: Permission | null): Record<string, string[]>[] =>
  permission ? Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] })) : []
