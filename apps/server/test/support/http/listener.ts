import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of Node alone, on any free port. */
export interface Listener {
  url: string
  close(): void
}

export async function openListener(onRequest: RequestListener, options: ServerOptions = {}): Promise<Listener> {
  const server = createServer(options, onRequest).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
