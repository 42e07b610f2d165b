import { type Refusal, type RouteMetadata, served, UNKNOWN_ID } from '@media-library/contract'
import { exampleOf } from '@media-library/contract/openapi'
import type { AppRoute } from '@ts-rest/core'
import { ZodType } from 'zod'
import type { Operation } from './request.js'

/** A request that an operation refuses, which every generated client makes in its own way. */
export interface RefusedRequest extends Refusal {
  /** What stands for `:id` in the path. */
  id?: string
  headers?: Record<string, string>
}

/** What each operation answers to the request that its metadata names, or else to one that its kind refuses. */
export const refusals: [Operation, RefusedRequest][] = (Object.keys(served) as Operation[]).map((operation) => [
  operation,
  refusalOf(served[operation]),
])

function refusalOf(route: AppRoute): RefusedRequest {
  const { refusal } = route.metadata as RouteMetadata
  const id = route.path.includes(':id') ? { id: UNKNOWN_ID } : {}
  const example = 'body' in route && route.body instanceof ZodType ? (exampleOf(route.body) as object) : null
  if (refusal) return { ...id, ...refusal }
  if (route.path.includes(':id')) return { status: 404, code: 'not_found', ...id, ...(example && { body: example }) }
  if (example) return { status: 400, code: 'invalid_request', body: { ...example, unknown: true } }
  return { status: 406, code: 'not_acceptable', headers: { accept: 'text/html' } }
}
