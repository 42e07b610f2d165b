import { createClient } from '@media-library/client'
import { describe, expect, test } from 'vitest'
import { createSession, createUser } from '../support/database/factories.js'
import { startTestServer } from '../support/http/server.js'

const DAY = 86_400_000

const server = await startTestServer()
const { database } = server

async function signIn(apiKey: string, userAgent = '') {
  const { accessToken } = await createClient({ baseUrl: server.url, apiKey, userAgent }).signInWithKey()
  return createClient({ baseUrl: server.url, token: accessToken, retries: 0 })
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

describe('where a user is signed in (X11)', () => {
  test('is told by the browser or program and the system of each session', async () => {
    const ada = await createUser(database)
    await signIn(ada.apiKey, 'my-app/1.2')
    const here = await signIn(ada.apiKey, FIREFOX)
    await createSession(database, ada, { userAgent: 'curl/8.5.0', seenAt: new Date(Date.now() - DAY) })
    await createSession(database, ada, { expiresAt: new Date(Date.now() - 1_000) })
    await createSession(database, ada, { seenAt: new Date(Date.now() - 8 * DAY) })

    const devices = await here.getAuthDevices()

    const told = devices.map(({ deviceType, deviceOS, current }) => ({ deviceType, deviceOS, current }))
    expect(told).toEqual([
      { deviceType: 'Firefox', deviceOS: 'Linux', current: true },
      { deviceType: 'my-app', deviceOS: '', current: false },
      { deviceType: 'curl', deviceOS: '', current: false },
    ])
  })

  test('is told of the thousand sessions that were used last', async () => {
    const ada = await createUser(database)
    await database.$executeRaw`
      INSERT INTO session (id, user_id, secret_hash, user_agent, expires_at, seen_at)
      SELECT gen_random_uuid(), ${ada.id}::uuid, sha256(n::text::bytea), 'app-' || n, now() + '1 day', now() - n * interval '1 s'
      FROM generate_series(1, 1100) AS n`
    const here = await signIn(ada.apiKey, 'here')

    const devices = await here.getAuthDevices()

    const names = Array.from({ length: 999 }, (_, n) => `app-${n + 1}`)
    expect(devices.map(({ deviceType }) => deviceType)).toEqual(['here', ...names])
  })

  test('somebody who ends all other sessions ends those of nobody else', async () => {
    const [ada, ben] = await Promise.all([createUser(database), createUser(database)])
    const [here, bens] = await Promise.all([signIn(ada.apiKey), signIn(ben.apiKey)])

    await here.logoutAuthDevices()

    expect(await bens.getMyUserInfo()).toMatchObject({ id: ben.id })
  })
})
