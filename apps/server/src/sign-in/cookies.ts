import { parseCookie } from 'cookie'
import type { CookieOptions, Request, Response } from 'express'
import { isSecret, makeSecret } from './proofs.js'

/** Browsers accept `__Host-` cookies over https, or from a server on the same machine. */
const SESSION = '__Host-media-library-session'
const BROWSER = '__Host-media-library-sign-in'

const MINUTE = 60_000

const attributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } satisfies CookieOptions

type Given = Pick<Request, 'get'>

/** The session token in the browser's cookie, unchecked. */
export function sessionCookieOf(request: Given): string | undefined {
  return readCookie(request, SESSION)
}

export function setSessionCookie(response: Response, token: string, expires: Date): void {
  response.cookie(SESSION, token, { ...attributes, expires })
}

export function clearSessionCookie(response: Response): void {
  response.clearCookie(SESSION, attributes)
}

/** The browser from whose page a request came: null for other programs, `unknown` for one without our cookie. */
export function browserOf(request: Given): string | null {
  if (!isFromOwnPage(request)) return null
  const known = readCookie(request, BROWSER) ?? ''
  return isSecret(known) ? known : 'unknown'
}

/** The browser in which a sign-in begins, which gets a cookie by which it is known again; null for other programs. */
export function markBrowser(request: Given, response: Response): string | null {
  const known = browserOf(request)
  if (known === null) return null
  const browser = known === 'unknown' ? makeSecret() : known
  response.cookie(BROWSER, browser, { ...attributes, maxAge: 10 * MINUTE })
  return browser
}

function readCookie(request: Given, name: string) {
  return parseCookie(request.get('cookie') ?? '')[name]
}

/** Browsers alone send the header, and no page can make it up. */
function isFromOwnPage(request: Given) {
  return request.get('sec-fetch-site') === 'same-origin'
}
