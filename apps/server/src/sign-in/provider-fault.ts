import type { SignInCause } from '@media-library/contract'
import { ProblemError } from '../errors.js'
import { type Cause, findCause, type ProviderFault } from './fault-cause.js'

/** The codes of openid-client for a provider that cannot be reached, or whose answer is not one of a provider. */
const DOWN = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** The statuses of an address at which the provider no longer is. It refuses a code by 400 or 401 (RFC 6749, 5.2). */
const MOVED = new Set([404, 405, 410])

/** The OAuth errors that are the provider's own fault. */
const OWN = new Set(['server_error', 'temporarily_unavailable'])

/** Describes an openid-client error for the operator, without secrets. */
export function describeFault(fault: ProviderFault) {
  const { name, code, message, error, cause } = fault
  const { message: reason } = (cause ?? {}) as Partial<Error>
  return { name, code, message, error, reason, hint: findCause(fault)?.hint }
}

/** Creates the problem of an unavailable provider. */
export function providerDown() {
  const detail =
    'The sign-in provider is unavailable. Try again. If it stays so, ask the operator, who finds the cause in the log.'
  return new ProblemError('unavailable', detail, { headers: { 'Retry-After': '5' } })
}

/** Creates the problem of a failed sign-in. */
export function signInFailed(code: SignInCause, detail: string) {
  return new ProblemError('sign_in_failed', detail, { errors: [{ pointer: '/url', code, detail }] })
}

/** Converts an error of openid-client to a problem. Its text may contain tokens, so only its codes and causes are used. */
export function toProviderProblem(fault: ProviderFault): ProblemError {
  if (isDown(fault)) return providerDown()
  const { code, reason } = findNamedError(fault) ?? findCause(fault) ?? OTHER
  return signInFailed(code, `The sign-in could not be finished: ${reason}.`)
}

/** What is told of a fault without a known cause. */
const OTHER = {
  code: 'other_sign_in',
  reason: "the provider's response does not belong to this sign-in",
} as const satisfies Omit<Cause, 'hint'>

/** Finds the OAuth error that the provider names, such as `access_denied` after the person has cancelled. */
function findNamedError({ error = '' }: ProviderFault): Omit<Cause, 'hint'> | null {
  if (!/^[a-z_]{1,40}$/.test(error)) return null
  return { code: error === 'access_denied' ? error : 'provider_error', reason: `the provider says ${error}` }
}

/** Whether an error is what the address says of the sign-in, which anyone can write. */
export function isFromRedirect({ name }: Error): boolean {
  return name === 'AuthorizationResponseError'
}

function isDown({ name, message, code = '', status = 0, error = '' }: ProviderFault) {
  return (
    DOWN.has(code) ||
    OWN.has(error) ||
    status >= 500 ||
    MOVED.has(status) ||
    (name === 'TypeError' && message === 'fetch failed')
  )
}
