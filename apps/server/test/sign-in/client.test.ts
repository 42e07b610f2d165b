import { createClient, isProblem } from '@media-library/client'
import { afterAll, expect, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { startProvider } from '../support/sign-in/openid-provider.js'
import { bearerOf, beginSession, signInBy } from '../support/sign-in/sign-in.js'

const provider = await startProvider()
afterAll(() => provider.stop())
const server = await startTestServer(signInBy(provider))

test('X2 the client of a front end calls with the session, until it ends', async () => {
  const ada = await createUser(server.database, { email: 'ada@example.org' })
  const session = await beginSession(server)
  const client = createClient({ baseUrl: server.url, token: () => session })

  const album = await client.createAlbum({ albumName: 'Summer' })
  await send(server, '/api/auth/logout', { method: 'POST', headers: bearerOf(session) })
  const ended = await client.createAlbum({ albumName: 'Winter' }).catch((error: unknown) => error)

  expect(album).toMatchObject({ albumName: 'Summer', ownerId: ada.id })
  expect(isProblem(ended, 'unauthenticated')).toBe(true)
})
