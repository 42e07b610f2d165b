import type { SignInCause } from '@media-library/contract'
import * as z from 'zod'

/** Why a sign-in failed. */
export interface Cause {
  code: SignInCause
  /** For the person who signs in. */
  reason: string
  /** What the operator can do. */
  hint: string
}

/** A fault in a response of the provider that openid-client leaves open. */
export class ResponseFault extends Error {
  readonly told: Cause

  constructor(told: Cause) {
    super(told.hint)
    this.told = told
  }
}

/** An error of openid-client. `status` and `error` come from the provider's response. */
export type ProviderFault = Error & { code?: string; status?: number; error?: string }

/** The seconds by which a token that was issued now is not yet valid, or no longer. */
export function clockFault(claim: string, seconds: number): Cause {
  return {
    code: 'clocks_differ',
    reason: 'the clocks of the provider and of this service differ',
    hint: `the "${claim}" of the token is ${Math.abs(Math.round(seconds))} s in the ${seconds < 0 ? 'past' : 'future'}: set the clocks of the provider and of this machine`,
  }
}

/** A token is for another client, by one of its claims. */
export function clientFault(claim: string): Cause {
  return {
    code: 'other_client',
    reason: 'the provider signed the sign-in for another client',
    hint: `the "${claim}" of the token is not OAUTH_CLIENT_ID`,
  }
}

/** Finds the cause of an openid-client error; null when the response belongs to another sign-in, or has another fault. */
export function findCause(fault: ProviderFault): Cause | null {
  if (fault instanceof ResponseFault) return fault.told
  const inner = fault.cause instanceof Error ? fault.cause : fault
  const details: Details = Details.safeParse(inner.cause).data ?? {}
  if (fault.name === 'WWWAuthenticateChallengeError' || fault.error === 'invalid_client')
    return {
      code: 'service_refused',
      reason: 'the provider refuses this service',
      hint: 'the provider refuses OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET',
    }
  return findTextCause(inner.message) ?? findCodeCause(fault.code, details)
}

const Details = z
  .object({
    alg: z.string(),
    header: z.object({ alg: z.string() }),
    claim: z.string(),
    claims: z.record(z.string(), z.unknown()),
    attribute: z.string(),
    body: z.record(z.string(), z.unknown()),
  })
  .partial()
type Details = z.infer<typeof Details>

/** The causes without a code of their own, by a part of the text of oauth4webapi. */
const byText = {
  'JWE decryption': {
    code: 'encrypted',
    reason: 'the provider encrypts its answer',
    hint: 'the provider encrypts its tokens or its user-info: turn the encryption off for this client',
  },
  'body "id_token" property': {
    code: 'no_id_token',
    reason: 'the provider sends no ID token',
    hint: 'the provider sends no ID token: register this service as a client of OpenID Connect, not only of OAuth 2.0',
  },
  'signature verification': {
    code: 'wrong_signature',
    reason: 'the signature of the provider is wrong',
    hint: 'the token is not signed with the key that the jwks_uri of the provider publishes',
  },
} satisfies Record<string, Cause>

function findTextCause(text: string): Cause | null {
  return Object.entries(byText).find(([part]) => text.includes(part))?.[1] ?? null
}

function findCodeCause(
  code: string | undefined,
  { alg, header, claim = '', claims, attribute, body }: Details,
): Cause | null {
  const value = claims?.[claim]
  if (code === 'OAUTH_KEY_SELECTION_FAILED')
    return {
      code: 'unknown_key',
      reason: 'the provider does not publish the key with which it signs',
      hint: 'the jwks_uri of the provider has no key for this token, or several without a "kid"',
    }
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return clockFault(claim, Number(value) - Date.now() / 1_000)
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' && claim === 'iss') return issuerFault(value)
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && attribute === 'issuer') return issuerFault(body?.['issuer'])
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' && claim === 'aud') return clientFault(claim)
  const algorithm = header?.alg ?? alg
  return algorithm === undefined ? null : algorithmFault(algorithm)
}

/** The provider may name itself in any way; the operator sees the beginning of it. */
function issuerFault(issuer: unknown): Cause {
  const named = JSON.stringify(issuer)?.slice(0, 200)
  // Entra's addresses for many organisations name no issuer.
  const remedy = named?.includes('{tenantid}')
    ? 'write the ID of your organisation (the tenant ID) into OAUTH_ISSUER'
    : 'if that is your provider, set OAUTH_ISSUER to it, character by character'
  return {
    code: 'other_issuer',
    reason: 'the provider names another issuer than this service expects',
    hint: `the issuer of the provider is not OAUTH_ISSUER but ${named}: ${remedy}`,
  }
}

function algorithmFault(alg: string): Cause {
  const reason = `the provider signs with ${/^[\w-]{1,20}$/.test(alg) ? alg : 'an unknown algorithm'}`
  const why = alg.startsWith('HS') ? ', which this service does not accept' : ', which it does not announce'
  return {
    code: 'unusable_algorithm',
    reason,
    hint: `${reason}${why}: choose a signing key, such as one for RS256, for this client at the provider`,
  }
}
