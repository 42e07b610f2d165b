import type { AppRouter } from '@ts-rest/core'
import { ZodType } from 'zod'
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

/** The routes of a contract, for requests whose bodies were judged before they come to their route. */
export const withJudgedBodies = <Routes extends AppRouter>(routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [
      name,
      'body' in route && route.body instanceof ZodType ? { ...route, body: judgedBody } : route,
    ]),
  ) as Routes
