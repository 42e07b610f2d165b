import { describe, expect, test } from 'vitest'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer({ OAUTH_CONFIG_SUNSET: '2030-01-01' })

function post(body: unknown, headers: Record<string, string> = {}) {
  return send(server, '/api/oauth/config', { method: 'POST', body, headers })
}

describe('generateOAuthConfig', () => {
  test.each([
    ['201', { redirectUri: 'x' }, {}],
    ['400', {}, {}],
    ['400', { redirectUri: '' }, {}],
    ['406', {}, { accept: 'text/html' }],
    ['415', {}, { 'content-type': 'text/plain' }],
  ])(
    'says on %s that it is deprecated, since when, until when, and what replaces it (O6)',
    async (status, body, headers) => {
      const answer = await post(body, headers)

      expect(String(answer.status)).toBe(status)
      expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/)
      expect(answer.headers.get('sunset')).toBe('Tue, 01 Jan 2030 00:00:00 GMT')
      expect(answer.headers.get('link')).toBe('</api/oauth/authorize>; rel="successor-version"')
    },
  )
})
