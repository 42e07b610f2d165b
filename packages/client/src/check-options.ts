import type { ClientOptions } from './options.js'

/** Throws a TypeError that names the wrong option, for programs in JavaScript. */
export function checkOptions({ baseUrl, apiKey, token, session, shareKey }: ClientOptions): void {
  checkBaseUrl(baseUrl)
  const credentials = Object.entries({ apiKey, token, session, shareKey }).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  if (credentials.length === 1) return
  const names = credentials.map(([name]) => name).join(' and ')
  throw new TypeError(
    `createClient: ${names ? `${names} cannot be combined` : 'there is no credential'}. Pass one of apiKey, token and session: 'cookie'.`,
  )
}

/** Throws a TypeError when the address is missing, has no scheme, or ends with the `/api` that the client adds. */
export function checkBaseUrl(baseUrl: string): void {
  const isWhole = /^https?:\/\/[^/]/.test(baseUrl)
  if (isWhole && !/\/api\/*$/.test(baseUrl)) return
  throw new TypeError(
    `createClient: baseUrl is ${JSON.stringify(baseUrl)}. ${isWhole ? 'Leave out /api.' : 'Pass an address such as http://127.0.0.1:2283, or location.origin on a page of the service.'}`,
  )
}
