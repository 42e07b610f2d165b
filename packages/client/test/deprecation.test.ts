import { expect, test } from 'vitest'
import { createClient } from '../src/index.js'
import { createFakeService } from '../src/testing/index.js'
import { refuse, startScriptedServer } from './support/scripted-server.js'

test('generateOAuthConfig warns once, however many clients call it (O6)', async () => {
  const { options } = createFakeService()
  const written: unknown[] = []
  const { warn } = console
  console.warn = (...words) => written.push(words.join(' '))

  for (const client of [createClient(options), createClient(options)]) {
    const config = await client.generateOAuthConfig({ redirectUri: 'http://localhost/' })
    expect(config).toEqual({ enabled: false, passwordLoginEnabled: true })
  }
  console.warn = warn

  expect(written).toEqual([
    expect.stringMatching(/generateOAuthConfig is deprecated\. .*Use `features` and `authorize` instead/),
  ])
})

test('generateOAuthConfig is never repeated', async () => {
  const { url, seen } = await startScriptedServer(refuse(503, 'unavailable', { 'retry-after': '0' }), [201, {}, {}])

  const call = createClient({ baseUrl: url, apiKey: 'mlk_1' }).generateOAuthConfig({ redirectUri: 'x' })

  await expect(call).rejects.toMatchObject({ status: 503 })
  expect(seen).toHaveLength(1)
})
