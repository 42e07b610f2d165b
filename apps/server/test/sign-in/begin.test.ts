import { expect, test } from 'vitest'
import { send } from '../support/http/client.js'
import { arrive, authorize, callback, openSignIn } from '../support/sign-in/sign-in.js'

const { server } = await openSignIn({ OAUTH_AUTO_REGISTER: 'true' })

test('O4 the deprecated operation begins no sign-in for another address', async () => {
  const body = { redirectUri: 'https://evil.example/auth/login' }

  expect(await send(server, '/api/oauth/config', { method: 'POST', body })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ pointer: '/redirectUri', code: 'not_allowed' }] },
  })
})

test('O4 X3 a sign-in begins for an app at any port of this machine', async () => {
  const redirectUri = 'http://127.0.0.1:50123/auth/login'

  const { body } = await authorize(server, { redirectUri })

  expect(new URL(body.url).searchParams.get('redirect_uri')).toBe(redirectUri)
  expect(await callback(server, await arrive(server, { redirectUri }))).toMatchObject({ status: 201 })
})

test.each(['*', '"x"'])('features are sent in full although If-None-Match is %s', async (version) => {
  const answer = await send(server, '/api/server-info/features', { headers: { 'if-none-match': version } })

  expect(answer).toMatchObject({ status: 200, body: { oauth: true } })
})
