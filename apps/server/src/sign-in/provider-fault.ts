import { ProblemError } from '../errors.js'

/** The codes of openid-client for a provider that cannot be reached, or whose answer is not one of a provider. */
const DOWN = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** The OAuth errors that are the provider's own fault. */
const OWN = new Set(['server_error', 'temporarily_unavailable'])

/** An error of openid-client. `status` and `error` come from the provider's response. */
type Fault = Error & { code?: string; status?: number; error?: string }

/** Describes an openid-client error for the operator, without secrets. */
export function describeFault({ name, code, message, error, cause }: Fault) {
  const { message: reason } = (cause ?? {}) as Partial<Error>
  const isRefused = name === 'WWWAuthenticateChallengeError' || error === 'invalid_client'
  const hint = isRefused ? 'the provider refuses OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET' : undefined
  return { name, code, message, error, reason, hint }
}

/** Creates the problem of an unavailable provider. */
export function providerDown() {
  return new ProblemError('unavailable', 'The sign-in provider is unavailable.', { headers: { 'Retry-After': '5' } })
}

/** Creates the problem of a failed sign-in. */
export function signInFailed(detail: string) {
  return new ProblemError('sign_in_failed', detail)
}

/** Converts an error of openid-client to a problem. Its text may contain tokens, so only its codes are used. */
export function toProviderProblem(fault: Fault): ProblemError {
  if (isDown(fault)) return providerDown()
  const { error } = fault
  const said = error !== undefined && /^[a-z_]{1,40}$/.test(error) ? `the provider says ${error}` : null
  return signInFailed(
    `The sign-in could not be finished: ${said ?? "the provider's response does not belong to this sign-in"}.`,
  )
}

function isDown({ name, message, code = '', status = 0, error = '' }: Fault) {
  return DOWN.has(code) || OWN.has(error) || status >= 500 || (name === 'TypeError' && message === 'fetch failed')
}
