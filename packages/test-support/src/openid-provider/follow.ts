import { parseSetCookie } from 'cookie'

const MOST_REDIRECTS = 10

/**
 * Follows redirects from `start` as a browser does, with a cookie jar, until one leads to an address that starts with `end`. Returns that
 * address without loading it. Throws with the status and the error of a page that does not redirect.
 */
export async function followTo(end: string, start: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let redirects = 0; !url.startsWith(end); redirects += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    const location = response.headers.get('location')
    if (!location || redirects > MOST_REDIRECTS) {
      throw new Error(`${response.status} at ${url}: ${(await response.text()).match(/<pre>.*/)}`)
    }
    for (const header of response.headers.getSetCookie()) {
      const { name, value } = parseSetCookie(header)
      cookies.set(name, value ?? '')
    }
    url = new URL(location, url).href
  }
  return url
}
