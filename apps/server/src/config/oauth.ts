import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** The settings for signing in with an OpenID provider. */
export interface OAuthConfig {
  issuer: URL
  clientId: string
  /** The secret of the client; null for a public client. */
  clientSecret: string | null
  scope: string
  /** The addresses to which the provider may redirect users. A loopback address allows any port. */
  redirectUris: string[]
  buttonText: string
  autoLaunch: boolean
  /** Whether a person without an account gets one. */
  autoRegister: boolean
  /** Whether an e-mail address counts as verified when the provider does not say. */
  trustEmail: boolean
}

const DISCOVERY = '/.well-known/openid-configuration'
/** Entra's addresses for many organisations. Their tokens name the issuer of one, so none would be accepted. */
const ENTRA_SHARED =
  /^https:\/\/login\.(microsoftonline\.(com|us)|partner\.microsoftonline\.cn)\/(common|organizations)(\/|$)/
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

const Variables = z.object({
  OAUTH_ISSUER: z.string().superRefine((text, context) => {
    const message = issuerFault(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  }),
  OAUTH_CLIENT_ID: z.string('is required with OAUTH_ISSUER'),
  OAUTH_CLIENT_SECRET: z.string().optional(),
  OAUTH_CLIENT_SECRET_FILE: z.string().optional(),
  OAUTH_SCOPE: z
    .string()
    .default('openid email profile')
    .refine(
      (scope) => scope.split(' ').includes('openid'),
      'must be a list of scopes separated by spaces, including openid',
    ),
  OAUTH_REDIRECT_URIS: z
    .string('is required with OAUTH_ISSUER: the addresses to which the provider may redirect users')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .superRefine((uris, context) => {
      if (uris.length === 0) context.addIssue({ code: 'custom', message: 'must name at least one address' })
      for (const message of uris.map(redirectFault)) {
        if (message !== null) context.addIssue({ code: 'custom', message })
      }
    }),
  OAUTH_BUTTON_TEXT: z.string().max(100, 'must have at most 100 characters').default('Sign in'),
})

type Environment = Record<string, string | undefined>

/** Reads the sign-in configuration, if OAUTH_ISSUER is set, or lists its faults. Empty variables must have been removed. */
export function readOAuthConfig(
  environment: Environment,
  flags: Pick<OAuthConfig, 'autoLaunch' | 'autoRegister' | 'trustEmail'>,
): { oauth: OAuthConfig | null; faults: string[] } {
  if (environment['OAUTH_ISSUER'] === undefined) return { oauth: null, faults: [] }
  const parsed = Variables.safeParse(environment)
  const faults = (parsed.error?.issues ?? []).map(({ path: [name], message }) => {
    const text = environment[String(name)]
    return `${String(name)}${text === undefined ? '' : `=${text}`}: ${message}`
  })
  try {
    const clientSecret = readSecret(environment)
    if (!parsed.success) return { oauth: null, faults }
    const { OAUTH_ISSUER, OAUTH_CLIENT_ID: clientId, OAUTH_SCOPE: scope } = parsed.data
    const { OAUTH_REDIRECT_URIS: redirectUris, OAUTH_BUTTON_TEXT: buttonText } = parsed.data
    const issuer = new URL(OAUTH_ISSUER)
    return { oauth: { issuer, clientId, clientSecret, scope, redirectUris, buttonText, ...flags }, faults: [] }
  } catch (error) {
    return { oauth: null, faults: [...faults, (error as Error).message] }
  }
}

function issuerFault(text: string): string | null {
  const url = parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol) || !isPlain(url)) {
    return "must be the provider's issuer, an https address"
  }
  if (text.endsWith(DISCOVERY)) return `must be the issuer without ${DISCOVERY}`
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) return 'must be https, unless it is on this machine'
  if (ENTRA_SHARED.test(url.href))
    return 'must name your organisation: write its tenant ID in place of common or organizations'
  return null
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function isPlain({ username, password, search, hash, href }: URL) {
  return !username && !password && !search && !hash && !/[?#]$/.test(href)
}

/**
 * Returns the fault of a redirect URI. Web addresses are allowed, and schemes that an app registers with its system, such as
 * `app.example:/` (RFC 8252, 7.1).
 */
function redirectFault(text: string): string | null {
  const url = parse(text)
  if (!url || !/^(https?|[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+):$/.test(url.protocol)) {
    return `${text} must be a complete address, such as https://photos.example.org/auth/login`
  }
  if (!isPlain(url)) return `${text} must have no user, query or fragment`
  return url.href === text ? null : `${text} must be written as ${url.href}`
}

/** Throws an error whose message does not contain the secret. */
function readSecret({ OAUTH_CLIENT_SECRET: secret, OAUTH_CLIENT_SECRET_FILE: file }: Environment): string | null {
  if (file === undefined) return secret ?? null
  if (secret !== undefined)
    throw new Error('OAUTH_CLIENT_SECRET_FILE: must not be set together with OAUTH_CLIENT_SECRET')
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content !== '') return content
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`OAUTH_CLIENT_SECRET_FILE=${file}: the file cannot be read (${code})`)
  }
  throw new Error(`OAUTH_CLIENT_SECRET_FILE=${file}: must not be empty`)
}
