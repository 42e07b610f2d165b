import type { RouteMetadata } from '@media-library/contract'
import type { AppRouter } from '@ts-rest/core'
import * as z from 'zod'
import type { BodyValidation } from './validate-body.js'

type Validated = Exclude<BodyValidation, { malformed: string }>

/** The body of a request after its check by the schema. */
export class ValidatedBody {
  readonly validation: Validated

  constructor(validation: Validated) {
    this.validation = validation
  }
}

/** A Standard Schema that returns the validation of a body. */
const validatedBody = {
  '~standard': {
    version: 1,
    vendor: 'media-library',
    validate: (body: unknown) => {
      if (!(body instanceof ValidatedBody)) throw new Error('The body was not read.')
      return 'value' in body.validation ? { value: body.validation.value } : { issues: body.validation.faults }
    },
  },
}

const nothing = z.strictObject({})

/**
 * Adapts the routes of a contract for the server: queries with unknown parameters are refused, and bodies are checked before
 * they reach their route.
 */
export function toServed<Routes extends AppRouter>(routes: Routes): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => {
      const query = strictQuery(route.query)
      return [
        name,
        !('body' in route && route.body instanceof z.ZodType)
          ? { ...route, query }
          : { ...route, query, body: isUpload(route) ? undefined : validatedBody },
      ]
    }),
  ) as Routes
}

/** The form of an upload is checked while it is read. */
function isUpload({ metadata }: { metadata?: unknown }) {
  return (metadata as RouteMetadata | undefined)?.isUpload === true
}

/** Refuses unknown parameters, because a misspelt `limit` must not return the whole list. */
function strictQuery(query: unknown) {
  return query instanceof z.ZodObject ? query.strict() : (query ?? nothing)
}
