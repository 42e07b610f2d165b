import type { Problem } from '@media-library/contract/schemas'
import { MediaLibraryError } from '../error.js'
import type { Exchange } from './exchange.js'
import { readRetryAfter } from './retry.js'
import type { CallName } from './routes.js'

/** The successful answer of an operation: its body, or undefined when the status has none. */
export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** Returns the request id of an answer. */
export function readRequestId({ headers }: Pick<Response, 'headers'>): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

/**
 * Distinguishes the success of an operation, a problem of the service, and an answer that something between the two
 * gave. Throws a MediaLibraryError for the last two.
 */
export function readAnswer(operation: CallName, { response, text }: Exchange, success: number | undefined): Answer {
  const { status, headers } = response
  const body = parse(text)
  const isSuccess = success
    ? status === success || (status === 201 && operation === 'uploadFile')
    : status > 199 && status < 300
  const isWhole = body !== undefined || (success ? success === 204 : !text)
  if (status === 304 || (isSuccess && isWhole)) {
    return { status, headers, body }
  }
  const problem = status >= 400 && isProblemBody(body) ? body : undefined
  const message = problem?.detail ?? `The response (status ${status}) did not come from the service. Check baseUrl.`
  throw new MediaLibraryError(`${operation}: ${message}`, {
    code: problem?.code ?? 'unexpected_answer',
    operation,
    status,
    problem,
    requestId: readRequestId(response) ?? problem?.instance.replace('urn:uuid:', ''),
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
  })
}

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

function isProblemBody(body: unknown): body is Problem {
  const { code, detail, instance } = (body ?? {}) as Record<keyof Problem, unknown>
  return [code, detail, instance].every((text) => typeof text === 'string')
}
