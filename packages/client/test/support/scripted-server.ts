import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

/** A request that arrived at the server. */
export interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** A status with headers and a body, or a function that handles a response. */
export type Step = [status: number, headers?: Record<string, string>, body?: unknown] | ((to: ServerResponse) => void)

const problem = { type: '/problems/x', title: 'x', detail: 'Not now.', instance: 'urn:uuid:1' }

/** Returns a step that answers a problem. */
export function refuse(status: number, code: string, headers: Record<string, string> = {}): Step {
  return [status, { ...headers, 'content-type': 'application/problem+json' }, { ...problem, status, code }]
}

/** Starts a real server that answers with one step after the other, and with the last one from then on. */
export async function startScriptedServer(...steps: Step[]) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const step = steps[Math.min(seen.length, steps.length - 1)]
    seen.push({ method, url, headers, body: '' })
    const index = seen.length - 1
    seen[index] = { method, url, headers, body: await text(request).catch(() => '') }
    if (typeof step === 'function') return step(response)
    const [status = 204, answered = {}, body] = step ?? []
    response.writeHead(status, answered).end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}
