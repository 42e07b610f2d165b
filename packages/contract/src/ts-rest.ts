import { ContractNoBody, ContractPlainTypeRuntimeSymbol } from '@ts-rest/core'
import * as plain from './operations.js'
import { NO_BODY, NO_SCHEMA } from './router.js'

const marks = new Map<unknown, unknown>([
  [NO_BODY, ContractNoBody],
  [NO_SCHEMA, ContractPlainTypeRuntimeSymbol],
])

/** The five operations as a router of ts-rest. */
export const contract: typeof plain.contract = toRouter(plain.contract)
/** The operations with which a front end signs users in, likewise. */
export const signIn: typeof plain.signIn = toRouter(plain.signIn)
/** The operations around the five, likewise. */
export const library: typeof plain.library = toRouter(plain.library)
/** Those of `library` that find an id, likewise. */
export const lookUps: typeof plain.lookUps = toRouter(plain.lookUps)
/** The outcomes of jobs, events, and the files that have a link, likewise. */
export const outcomes: typeof plain.outcomes = toRouter(plain.outcomes)
/** The operations that the client calls, likewise. */
export const called: typeof plain.called = toRouter(plain.called)
/** Everything that the service serves, likewise. */
export const served: typeof plain.served = toRouter(plain.served)

/** The same routes, with the marks of ts-rest. */
function toRouter<Router extends Record<string, object>>(router: Router): Router {
  return Object.fromEntries(Object.entries(router).map(([name, route]) => [name, toRoute(route)])) as Router
}

function toRoute(route: { body?: unknown; responses?: object }) {
  const responses = Object.entries(route.responses ?? {}).map(([status, response]) => [status, toResponse(response)])
  return {
    ...route,
    ...('body' in route && { body: marks.get(route.body) ?? route.body }),
    responses: Object.fromEntries(responses),
  }
}

function toResponse(response: unknown): unknown {
  const isOther = typeof response === 'object' && response !== null && 'contentType' in response && 'body' in response
  return isOther ? { ...response, body: marks.get(response.body) ?? response.body } : (marks.get(response) ?? response)
}
