import { readFileSync } from 'node:fs'
import { hasMediaName } from '@media-library/media'
import { expect, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const nobody = createClientFor(server, { apiKey: 'mlk_nobody' })

test('anybody can ping the service and read its version (L9)', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

  const [ping, answer] = [await nobody.pingServer(), await nobody.getServerVersion()]

  expect(ping).toMatchObject({ status: 200, body: { res: 'pong' } })
  if (answer.status !== 200) throw new Error('no version')
  expect(version.startsWith(`${answer.body.major}.${answer.body.minor}.${answer.body.patch}`)).toBe(true)
})

test('the service is initialized once it has a user (L9)', async () => {
  const before = await nobody.getServerConfig()
  await createUser(server.database)
  const after = await nobody.getServerConfig()

  expect(before.body).toMatchObject({ isInitialized: false, isOnboarded: false, oauthButtonText: '' })
  expect(after.body).toMatchObject({ isInitialized: true, isOnboarded: true })
})

test('the listed types are those that import accepts (L9)', async () => {
  const { status, body } = await nobody.getSupportedMediaTypes()
  if (status !== 200) throw new Error('no types')

  expect([...body.image, ...body.video].filter((extension) => !hasMediaName(`a${extension}`))).toEqual([])
  expect(body.image).toEqual([...body.image].sort())
  expect(body.sidecar).toEqual(['.xmp'])
})

/** An address of this machine that is not known as one. */
const HOST = '::ffff:127.0.0.1'

test.each([
  [{ HOST, ALLOW_HTTP: 'nas.lan,192.168.1.20' }, (port: string) => `http://nas.lan:${port}`],
  [{ HOST }, () => ''],
  [{ HOST: '127.0.0.1', ALLOW_HTTP: 'nas.lan' }, () => ''],
])('a service with %o tells the page its address in the network (L9)', async (settings, toDomain) => {
  const listening = await startTestServer({ DATABASE_URL: server.databaseUrl, ...settings })

  const { body } = await createClientFor(listening, { apiKey: 'mlk_nobody' }).getServerConfig()

  expect(body).toMatchObject({ externalDomain: toDomain(new URL(listening.url).port) })
})
