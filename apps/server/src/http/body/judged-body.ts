import type { AppRouter } from '@ts-rest/core'
import * as z from 'zod'
import type { Judgement } from './judge-body.js'

type Judged = Exclude<Judgement, { malformed: string }>

/** The body of a request that was judged by its schema. */
export class JudgedBody {
  readonly judgement: Judged

  constructor(judgement: Judged) {
    this.judgement = judgement
  }
}

/** A Standard Schema that passes on what the judgement of a body says. */
const judgedBody = {
  '~standard': {
    version: 1,
    vendor: 'media-library',
    validate: (body: unknown) => {
      if (!(body instanceof JudgedBody)) throw new Error('The body was not read.')
      return 'value' in body.judgement ? { value: body.judgement.value } : { issues: body.judgement.faults }
    },
  },
}

const nothing = z.strictObject({})

/**
 * The routes of a contract as they are served: a query is refused that has a parameter which its route does not know, and
 * bodies were judged before they come to their route.
 */
export function toServed<Routes extends AppRouter>(routes: Routes): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => {
      const query = strictQuery(route.query)
      return [
        name,
        'body' in route && route.body instanceof z.ZodType
          ? { ...route, query, body: judgedBody }
          : { ...route, query },
      ]
    }),
  ) as Routes
}

/** A misspelt parameter must not make a page the whole list. */
function strictQuery(query: unknown) {
  return query instanceof z.ZodObject ? query.strict() : (query ?? nothing)
}
