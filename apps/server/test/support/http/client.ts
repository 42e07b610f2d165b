import { createClient } from '@media-library/client/ts-rest'
import type { TestServer } from './server.js'

/** Creates the typed client of a user on a test server. */
export function createClientFor({ url }: TestServer, { apiKey }: { apiKey: string }) {
  return createClient({ baseUrl: url, apiKey })
}

/** Sends any request, also one that the typed client cannot send. */
export async function send(
  { url }: { url: string },
  path: string,
  {
    method = 'GET',
    apiKey,
    body,
    headers = {},
  }: { method?: string; apiKey?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(apiKey && { 'x-api-key': apiKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  }
}
