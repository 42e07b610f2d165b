import { parseCookie } from 'cookie'
import type { CookieOptions, Request, Response } from 'express'
import { isSecret, makeSecret } from './sign-in-state.js'

/** Browsers accept `__Host-` cookies over https, or from a server on the same machine. */
const SESSION = '__Host-media-library-session'
const BROWSER = '__Host-media-library-sign-in'

const MINUTE = 60_000

const attributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } satisfies CookieOptions

type Given = Pick<Request, 'get'>

/** Returns the session token in the browser's cookie, without a check. */
export function sessionCookieOf(request: Given): string | undefined {
  return readCookie(request, SESSION)
}

export function setSessionCookie(response: Response, token: string, expires: Date): void {
  response.cookie(SESSION, token, { ...attributes, expires })
}

export function clearSessionCookie(response: Response): void {
  response.clearCookie(SESSION, attributes)
}

/** Returns the browser that sent a request; null for other programs, and `unknown` for a browser without our cookie. */
export function browserOf(request: Given): string | null {
  if (!isFromOwnPage(request)) return null
  const known = readCookie(request, BROWSER) ?? ''
  return isSecret(known) ? known : 'unknown'
}

/** Sets a cookie by which the browser of a sign-in is recognized later. Returns null for other programs. */
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

/** Whether a page of our own sent the request. Only browsers send this header, and pages cannot forge it. */
function isFromOwnPage(request: Given) {
  return request.get('sec-fetch-site') === 'same-origin'
}
