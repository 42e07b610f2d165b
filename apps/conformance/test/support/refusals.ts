import { api, type ProblemCode } from '@media-library/contract'
import { requireExample } from '@media-library/contract/openapi'
import type { AppRoute } from '@ts-rest/core'
import { ZodType } from 'zod'
import type { Operation } from './request.js'

/**
 * A request that an operation refuses to every user of a service without a provider, in the form of each generated client.
 */
export interface RefusedRequest {
  status: number
  code: ProblemCode
  /** The value of `:id` in the path. */
  id?: string
  /** The value of `:userId` in the path. */
  userId?: string
  headers?: Record<string, string>
  body?: object
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** The operations that refuse something else before an unknown id, an unknown property, or `Accept: text/html`. */
const others: Partial<Record<Operation, RefusedRequest>> = {
  createAlbum: { status: 400, code: 'unusable_ids', body: { albumName: '', assetIds: [UNKNOWN_ID] } },
  runAssetJobs: { status: 400, code: 'unusable_ids', body: { assetIds: [UNKNOWN_ID], name: 'refresh-metadata' } },
  generateOAuthConfig: { status: 400, code: 'invalid_request', body: { redirectUri: '\0' } },
  authorize: { status: 400, code: 'sign_in_off', body: { redirectUri: 'http://127.0.0.1/' } },
  finishSignIn: { status: 400, code: 'sign_in_off', body: { url: 'http://127.0.0.1/?code=x&state=y' } },
  updateUser: { status: 404, code: 'not_found', body: { id: UNKNOWN_ID } },
  signInWithCode: { status: 400, code: 'sign_in_failed', body: { code: 'unknown' } },
}

export const refusals: [Operation, RefusedRequest][] = (Object.keys(api) as Operation[]).map((operation) => [
  operation,
  others[operation] ?? toRefusal(api[operation]),
])

function toRefusal(route: AppRoute): RefusedRequest {
  const example = 'body' in route && route.body instanceof ZodType ? (requireExample(route.body) as object) : null
  if (route.path.includes(':id'))
    return {
      status: 404,
      code: 'not_found',
      id: UNKNOWN_ID,
      ...(route.path.includes(':userId') && { userId: 'me' }),
      ...(example && { body: example }),
    }
  if (example) return { status: 400, code: 'invalid_request', body: { ...example, unknown: true } }
  return { status: 406, code: 'not_acceptable', headers: { accept: 'text/html' } }
}
