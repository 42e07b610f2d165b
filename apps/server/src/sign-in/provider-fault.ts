import { ProblemError } from '../errors.js'

/** Codes of openid-client for a provider that cannot be reached, or answers what no provider does. */
const DOWN = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** Errors of OAuth by which a provider says that it is its own fault. */
const OWN = new Set(['server_error', 'temporarily_unavailable'])

/** An error of openid-client; `status` and `error` are those of the provider's answer. */
type Fault = Error & { code?: string; status?: number; error?: string }

/** The details of an openid-client error for the operator, without secrets. */
export function describeFault({ name, code, message, error, cause }: Fault) {
  const { message: reason } = (cause ?? {}) as Partial<Error>
  const isRefused = name === 'WWWAuthenticateChallengeError' || error === 'invalid_client'
  const hint = isRefused ? 'the provider refuses OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET' : undefined
  return { name, code, message, error, reason, hint }
}

/** The provider is unavailable. */
export function providerDown() {
  return new ProblemError('unavailable', 'The sign-in provider cannot answer now.', { headers: { 'Retry-After': '5' } })
}

/** The provider refused the sign-in. */
export function signInFailed(detail: string) {
  return new ProblemError('sign_in_failed', detail)
}

/** What to answer for an error of openid-client. Its text may hold tokens: only the log says more, and only its codes. */
export function toProviderProblem(fault: Fault): ProblemError {
  if (isDown(fault)) return providerDown()
  const { error } = fault
  const said = error !== undefined && /^[a-z_]{1,40}$/.test(error) ? `the provider says ${error}` : null
  return signInFailed(
    `The sign-in could not be finished: ${said ?? 'the answer of the provider does not belong to it'}.`,
  )
}

function isDown({ name, message, code = '', status = 0, error = '' }: Fault) {
  return DOWN.has(code) || OWN.has(error) || status >= 500 || (name === 'TypeError' && message === 'fetch failed')
}
