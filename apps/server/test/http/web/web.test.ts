import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { webPolicy } from '../../../src/http/web.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

function load(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(server.url + path, { headers, method })
}

async function assetPaths() {
  const page = await (await load('/')).text()
  return [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
}

describe('the page', () => {
  test.each(['/', '/albums', '/albums/0190f3d2-6d5c-7a1e-9c3b-2f6a8d4e1b70', '/auth/link', '/nowhere'])(
    'is at %s for a browser, and is asked for anew each time (W1)',
    async (path) => {
      const response = await load(path, browser)

      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain('<div id="app">')
    },
  )

  test('is not sent again while it is the same (W1)', async () => {
    const etag = (await load('/')).headers.get('etag') ?? ''

    expect((await load('/', { 'if-none-match': etag })).status).toBe(304)
  })

  test.each(['/nowhere', '/albums'])('is not what another program finds at %s (W1)', async (path) => {
    expect((await load(path)).status).toBe(404)
  })

  test.each(['/api/nowhere', '/problems/nowhere', '/nowhere.js', '/assets/nowhere.js', '/assets/../package.json'])(
    'does not hide that there is nothing at %s (W1)',
    async (path) => {
      const { status } = await load(path, browser)

      expect([401, 404]).toContain(status)
    },
  )

  test('has files that never change under their name, compressed by the build (W1)', async () => {
    const paths = await assetPaths()

    expect(paths.length).toBeGreaterThanOrEqual(2)
    for (const path of paths) {
      const response = await load(path, { 'accept-encoding': 'br' })

      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      expect(await response.text()).toBe(await (await load(path, { 'accept-encoding': 'identity' })).text())
    }
  })

  test('names the first answers to a browser with a session, so that they are not waited for (W1)', async () => {
    const cookie = '__Host-media-library-session=of-ada'

    const link = (await load('/', { ...browser, cookie })).headers.get('link') ?? ''

    expect([...link.matchAll(/<([^>]+)>; rel=preload; as=fetch; crossorigin/g)].map(([, path]) => path)).toEqual([
      '/api/user/me',
      '/api/asset/time-buckets?isArchived=false&size=DAY',
    ])
    expect((await load('/', browser)).headers.get('link')).toBeNull()
    expect((await load('/albums', { ...browser, cookie })).headers.get('link')).toBeNull()
  })

  test('is read, and nothing else (W1)', async () => {
    expect((await load('/', {}, 'HEAD')).status).toBe(200)
    expect((await load('/', browser, 'POST')).status).toBe(404)
  })

  test('runs and loads what the service sends, and nothing else (W2)', async () => {
    const policy = (await load('/')).headers.get('content-security-policy')

    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('http')
  })

  test('shows pictures from the store that the service redirects to, and from nowhere else (W2)', () => {
    const place = { DERIVED_STORAGE: 's3://photos', S3_ENDPOINT: 'http://127.0.0.1:9000/minio' }

    expect(webPolicy(readConfig(place))).not.toContain('9000')
    expect(webPolicy(readConfig({ ...place, BUCKET_FILES: 'redirect' }))).toContain(
      "img-src 'self' http://127.0.0.1:9000 data:; media-src 'self' http://127.0.0.1:9000;",
    )
  })
})
