import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Resolves once the server listens there. */
export const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Whether listening failed because the port is in use. */
export const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/** Where a server listens, such as `http://127.0.0.1:2283`. */
export const addressOf = (server: Server): string => {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
