import { expect, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { apiKey } = await createUser(server.database)

async function ask(method: string, path: string, headers: Record<string, string> = { 'x-api-key': apiKey }) {
  const answer = await fetch(server.url + path, { method, headers })
  const { code, detail } = (await answer.json()) as { code: string; detail: string }
  return { status: answer.status, code, detail, allow: answer.headers.get('allow') }
}

test('a method that a path refuses is not that of another path with an id in its place (C10)', async () => {
  for (const [method, path, allow] of [
    ['PATCH', '/api/album/count', 'GET, HEAD'],
    ['DELETE', '/api/album/count', 'GET, HEAD'],
    ['GET', '/api/asset/upload', 'POST'],
    ['OPTIONS', '/api/album', 'POST, GET, HEAD'],
    ['PUT', '/api/asset/jobs', 'POST, GET, HEAD'],
    ['OPTIONS', '/api/tag/x', 'GET, HEAD, PATCH, DELETE'],
  ] as const) {
    expect(await ask(method, path)).toMatchObject({ status: 405, code: 'method_not_allowed', allow })
  }
})

test.each([
  ['/api/tag', 200],
  ['/api/tag?colour=red', 200],
  ['/api/album?limit=1&colour=red&colour=blue', 200],
  ['/api/album?limit=0&colour=red', 400],
  ['/api/server-info/ping?colour=red', 200],
] as const)('a query may have parameters that no operation knows: %s (C4)', async (path, status) => {
  const answer = await fetch(server.url + path, { headers: { 'x-api-key': apiKey } })

  expect(answer.status).toBe(status)
  if (status === 400)
    expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/query/limit' }], errorCount: 1 })
})

test('a path that is not percent-encoded UTF-8 is refused after the key, the method and the headers (C10)', async () => {
  const path = '/api/tag/%ff/assets?limit=%zz'

  expect(await ask('GET', path, {})).toMatchObject({ status: 401 })
  expect(await ask('POST', path)).toMatchObject({ status: 405, allow: 'GET, HEAD, PUT, DELETE' })
  expect(await ask('PUT', path)).toMatchObject({ status: 415 })
  expect(await ask('GET', path)).toMatchObject({
    status: 400,
    code: 'invalid_request',
    detail: 'The path is not valid percent-encoded UTF-8.',
  })
  expect(await ask('GET', '/api/%ff')).toMatchObject({ status: 404, detail: 'There is nothing at /api/%ff.' })
})

test.each(['map-marker', 'curated-locations', 'x'])(
  'a path beneath those of assets that is not served is missing, and no faulty id: %s (C10)',
  async (name) => {
    expect(await ask('GET', `/api/asset/${name}`, {})).toMatchObject({ status: 401 })
    expect(await ask('GET', `/api/asset/${name}?key=k`)).toMatchObject({
      status: 404,
      detail: `There is nothing at /api/asset/${name}.`,
    })
    expect(await ask('POST', `/api/asset/${name}`)).toMatchObject({ status: 404 })
  },
)

test('a slash at the end of a path is forgiven (X10)', async () => {
  const headers = { 'x-api-key': apiKey }
  const list = await fetch(`${server.url}/api/album/?limit=1`, { headers })
  const pong = await fetch(`${server.url}/api/server-info/ping/`)

  expect([list.status, await list.json()]).toEqual([200, []])
  expect(await pong.json()).toEqual({ res: 'pong' })
  expect(await ask('GET', '/api/album//')).toMatchObject({ status: 404 })
  expect(await ask('GET', '/api/')).toMatchObject({ status: 404 })
})

test.each([
  ['?code=4f9a&state=s', 'app.immich:/?code=4f9a&state=s'],
  ['?url=https://evil.example/?x', 'app.immich:/?url=https://evil.example/?x'],
  ['?%0d%0ax: y', 'app.immich:/?%0d%0ax:%20y'],
  ['', 'app.immich:/?'],
])('the mobile redirect leads only to the app of Immich, with its query: %s (O8)', async (query, target) => {
  const answer = await fetch(`${server.url}/api/oauth/mobile-redirect${query}`, { redirect: 'manual' })

  expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([307, target, ''])
})
