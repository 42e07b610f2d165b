import { parseCookie } from 'cookie'
import type { CookieOptions, Request, Response } from 'express'
import { ProblemError } from '../errors.js'
import { isSecret, makeSecret } from './sign-in-state.js'

/** The prefix of cookies, which browsers accept over https, or from a server on the same machine. */
const PREFIX = '__Host-'
const SESSION = 'media-library-session'
const LINK = 'media-library-link-'
const BROWSER = 'media-library-sign-in'

const MINUTE = 60_000

/** The host names of this machine, as browsers write them. */
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** The setting of the application that lists the host names of ALLOW_HTTP. */
export const HTTP_HOSTS = 'plain http hosts'

/** Returns the session token in the browser's cookie, without a check. */
export function readSessionCookie(request: Request): string | undefined {
  return readCookie(request, SESSION)
}

export function setSessionCookie(response: Response, token: string, expires: Date): void {
  const { name, attributes } = cookieFor(response.req, SESSION)
  response.cookie(name, token, { ...attributes, expires })
}

export function clearSessionCookie(response: Response): void {
  const { name, attributes } = cookieFor(response.req, SESSION)
  response.clearCookie(name, attributes)
}

/** Returns the browser that sent a request; null for other programs, and `unknown` for a browser without our cookie. */
export function readBrowser(request: Request): string | null {
  if (!isFromOwnPage(request)) return null
  const known = readCookie(request, BROWSER) ?? ''
  return isSecret(known) ? known : 'unknown'
}

/** Sets a cookie by which the browser of a sign-in is recognized later. Returns null for other programs. */
export function markBrowser(request: Request, response: Response): string | null {
  const known = readBrowser(request)
  if (known === null) return null
  const browser = known === 'unknown' ? makeSecret() : known
  const { name, attributes } = cookieFor(request, BROWSER)
  response.cookie(name, browser, { ...attributes, maxAge: 10 * MINUTE })
  return browser
}

/**
 * Returns whether a page of the service sent a request that may change something. Pages of others cannot forge these headers. Browsers send
 * `Sec-Fetch-Site` over https and to the same machine, and otherwise only the origin.
 */
export function isFromOwnPage(request: Pick<Request, 'get'>): boolean {
  const site = request.get('sec-fetch-site')
  return site === undefined ? isOwnOrigin(request.get('origin'), request.get('host')) : site === 'same-origin'
}

/**
 * Throws `sign_in_off` for a browser that drops the cookie of a session. Over plain HTTP, browsers keep it on this machine, and at the hosts
 * of ALLOW_HTTP. The origin is what the browser sees, also behind a proxy with TLS. Other programs keep the token themselves.
 */
export function requireKeptSession(request: Request): void {
  const origin = request.get('origin')
  if (!isOwnOrigin(origin, request.get('host')) || isOverAllowedHttp(request)) return
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'http:' || LOOPBACK.test(hostname)) return
  throw new ProblemError(
    'sign_in_off',
    'Browsers keep no session at this address, which is not encrypted. The link still works: open it over https.',
  )
}

/** Returns whether a browser says that a page of another origin sent a request. */
export function isFromOtherPage(request: Pick<Request, 'get'>): boolean {
  return ['cross-site', 'same-site'].includes(request.get('sec-fetch-site') ?? '')
}

function isOwnOrigin(origin: string | undefined, host: string | undefined): origin is string {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** Returns the token of a link that the browser keeps in place of the password, without a check. */
export function readLinkCookie(request: Request, linkId: string): string | undefined {
  return readCookie(request, LINK + linkId)
}

/** Lets the browser send the token of a link, also with pictures, until it is closed. */
export function setLinkCookie(response: Response, linkId: string, token: string): void {
  const { name, attributes } = cookieFor(response.req, LINK + linkId)
  response.cookie(name, token, attributes)
}

function readCookie(request: Request, name: string) {
  return parseCookie(request.get('cookie') ?? '')[cookieFor(request, name).name]
}

/**
 * Returns the name and options of a cookie for the browser of a request. Over plain HTTP, browsers refuse one that is `Secure`.
 */
function cookieFor(request: Request, name: string) {
  const attributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } satisfies CookieOptions
  return isOverAllowedHttp(request)
    ? { name, attributes: { ...attributes, secure: false } }
    : { name: PREFIX + name, attributes }
}

function isOverAllowedHttp({ app, protocol, hostname }: Request) {
  const allowed: ReadonlySet<string> = app.get(HTTP_HOSTS)
  return allowed.size > 0 && protocol === 'http' && allowed.has((hostname ?? '').toLowerCase())
}
