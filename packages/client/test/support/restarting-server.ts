import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import type { FakeService } from '../../src/testing/index.js'

/** A fake service behind a port that closes, with its connections, and opens again. */
export async function startRestartingServer({ fetch, baseUrl }: Pick<FakeService, 'fetch' | 'baseUrl'>) {
  let server: Server | undefined
  let port = 0
  const start = async () => {
    if (server?.listening) return
    server = createServer(async (request, response) => {
      const { method = 'GET', url = '', headers } = request
      const body = await buffer(request).catch(() => null)
      if (body === null) return
      const init = { method, headers: headers as Record<string, string>, ...(body.length > 0 && { body }) }
      const answer = await fetch(baseUrl + url, init)
      const content = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(content)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  const stop = () => {
    server?.close()
    server?.closeAllConnections()
  }
  await start()
  afterAll(stop)
  return { url: `http://127.0.0.1:${port}`, start, stop }
}
