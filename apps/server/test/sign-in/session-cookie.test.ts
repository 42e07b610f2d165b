import { describe, expect, test } from 'vitest'
import { send } from '../support/http/client.js'
import { bearerOf, beginSession, cookieOf, createAlbum, fromOwnPage, openSignIn } from '../support/sign-in/sign-in.js'

const { server, database } = await openSignIn({ OAUTH_AUTO_REGISTER: 'true' })

function logout(headers: Record<string, string>) {
  return send(server, '/api/auth/logout', { method: 'POST', headers })
}

describe('a session cookie', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that is none', { origin: 'null' }],
    ['nowhere', {}],
  ])('changes nothing for a request from %s', async (_name, headers: Record<string, string>) => {
    const answer = await createAlbum(server, { ...cookieOf(await beginSession(server)), ...headers })

    expect(answer).toMatchObject({ status: 403, body: { code: 'cross_origin' } })
    expect(await database.album.count()).toBe(0)
  })

  test('is accepted from a page of an old browser, which sends its origin alone', async () => {
    expect(await createAlbum(server, { ...cookieOf(await beginSession(server)), origin: server.url })).toMatchObject({
      status: 201,
    })
  })

  test('may read in a request from any site', async () => {
    const path = '/api/tag/01900000-0000-7000-8000-000000000001/assets'

    expect(await send(server, path, { headers: cookieOf(await beginSession(server)) })).toMatchObject({ status: 404 })
  })
})

describe('logout', () => {
  test('ends the session and deletes the cookie', async () => {
    const given = await beginSession(server)
    const other = await beginSession(server)

    const answer = await logout({ ...cookieOf(given), ...fromOwnPage })

    expect(answer).toMatchObject({ status: 200, body: { successful: true } })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-media-library-session=; Path=\/; Expires=Thu, 01 Jan 1970[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(await createAlbum(server, bearerOf(given))).toMatchObject({ status: 401 })
    expect(await createAlbum(server, bearerOf(other))).toMatchObject({ status: 201 })
  })

  test('requires a session, which no other site sends', async () => {
    expect(await logout({})).toMatchObject({ status: 401 })
    expect(await logout({ ...cookieOf(await beginSession(server)), 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
    })
  })
})
