import { describe, expect, test } from 'vitest'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer({ OAUTH_CONFIG_SUNSET: '2030-01-01' })

function post(body: unknown, headers: Record<string, string> = {}) {
  return send(server, '/api/oauth/config', { method: 'POST', body, headers })
}

describe('generateOAuthConfig', () => {
  test('O1 O2 O7 returns the two booleans to anybody', async () => {
    const answer = await post({ redirectUri: 'http://localhost/login' })

    expect(answer).toMatchObject({ status: 201, body: { enabled: false, passwordLoginEnabled: false } })
  })

  test('O7 ignores a key', async () => {
    const answer = await post({ redirectUri: '' }, { 'x-api-key': 'wrong' })

    expect(answer.status).toBe(201)
  })

  test.each([
    ['201', { redirectUri: 'x' }, {}],
    ['400', {}, {}],
    ['406', {}, { accept: 'text/html' }],
    ['415', {}, { 'content-type': 'text/plain' }],
  ])(
    'O6 says on %s that it is deprecated, since when, until when, and what replaces it',
    async (status, body, headers) => {
      const answer = await post(body, headers)

      expect(String(answer.status)).toBe(status)
      expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/)
      expect(answer.headers.get('sunset')).toBe('Tue, 01 Jan 2030 00:00:00 GMT')
      expect(answer.headers.get('link')).toBe('</api/oauth/authorize>; rel="successor-version"')
    },
  )

  test.each([
    ['no redirectUri', {}, 'required'],
    ['more than 2,048 characters', { redirectUri: 'a'.repeat(2_049) }, 'too_long'],
    ['NUL', { redirectUri: '\0' }, 'invalid_text'],
  ])('C6 refuses %s', async (_name, body, code) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/redirectUri', code }] } })
  })
})
