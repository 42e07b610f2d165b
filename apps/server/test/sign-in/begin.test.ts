import { expect, test } from 'vitest'
import { send } from '../support/http/client.js'
import { arrive, authorize, callback, openSignIn } from '../support/sign-in/sign-in.js'

const { server, database } = await openSignIn({ OAUTH_AUTO_REGISTER: 'true' })

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

test('the library removes all but the newest 10,000 sign-ins that were begun', async () => {
  await database.$executeRaw`
    INSERT INTO sign_in (state_hash, salt, redirect_uri, created_at)
    SELECT sha256(n::text::bytea), sha256(''), 'x', now() - n * interval '10 milliseconds' FROM generate_series(1, 10050) AS n`

  // One sign-in in 64 removes the others. That none of 2,000 does is less likely than one in a million million.
  let url = await arrive(server)
  for (let begun = 1; begun < 2_000 && (await database.signIn.count()) > 10_000; begun += 1) url = await arrive(server)

  expect(await database.signIn.count()).toBeLessThanOrEqual(10_000)
  expect(await callback(server, url)).toMatchObject({ status: 201 })
})

test.each(['*', '"x"'])('features are sent in full although If-None-Match is %s', async (version) => {
  const answer = await send(server, '/api/server-info/features', { headers: { 'if-none-match': version } })

  expect(answer).toMatchObject({ status: 200, body: { oauth: true } })
})
