import type { ClientOptions } from './options.js'

/** Throws a TypeError that names the option at fault, for programs whose compiler does not. */
export function checkOptions({ baseUrl, apiKey, token, session }: ClientOptions): void {
  checkBaseUrl(baseUrl)
  const given = Object.entries({ apiKey, token, session }).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 1) return
  const names = given.map(([name]) => name).join(' and ')
  throw new TypeError(
    `createClient: ${names ? `${names} cannot be combined` : 'there is no credential'}. Pass one of apiKey, token and session: 'cookie'.`,
  )
}

/** Throws a TypeError when an address has no scheme, or when there is none. */
export function checkBaseUrl(baseUrl: string): void {
  if (/^https?:\/\/[^/]/.test(baseUrl)) return
  throw new TypeError(
    `createClient: baseUrl is ${JSON.stringify(baseUrl)}. Pass an address such as http://127.0.0.1:2283, or location.origin on a page of the service's own origin.`,
  )
}
