import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from '../context.js'
import { connect } from '../database.js'
import { UserError } from '../errors.js'
import { createApp } from './app.js'

const SECOND = 1_000

/** The port when none is configured; the next ones are tried when it is taken. */
const DEFAULT_PORT = 2283
const TRIED_PORTS = 20

/** A server that listens. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:2283`. */
  url: string
  /** Takes no more requests, finishes those that run within 10 s, and then resolves. */
  close(): Promise<void>
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

const listenSomewhere = async (server: Server, host: string, port: number | null) => {
  for (let candidate = port ?? DEFAULT_PORT; ; candidate += 1) {
    try {
      return await listen(server, host, candidate)
    } catch (error) {
      if (!isTaken(error)) throw new UserError(`cannot listen on ${host}:${candidate}: ${(error as Error).message}`)
      if (port !== null) throw new UserError(`port ${port} is taken. Set PORT to another, or stop what uses it.`)
      if (candidate >= DEFAULT_PORT + TRIED_PORTS) throw error
    }
  }
}

const addressOf = (server: Server) => {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

const close = async (server: Server) => {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const hardStop = setTimeout(() => server.closeAllConnections(), 10 * SECOND)
  await closed
  clearTimeout(hardStop)
}

/**
 * Serves the contract on the configured host and port, over connections of its own to the database at `url`. Throws a
 * UserError when it cannot listen there.
 */
export const startServer = async (context: Context & { url: string }): Promise<RunningServer> => {
  const database = connect(context.url, context.config.requests)
  const server = createHttpServer(
    {
      headersTimeout: 10 * SECOND,
      requestTimeout: 30 * SECOND,
      keepAliveTimeout: 65 * SECOND,
      connectionsCheckingInterval: SECOND,
    },
    createApp({ ...context, database }),
  )
  await listenSomewhere(server, context.config.host, context.config.port)
  return { url: addressOf(server), close: () => close(server).then(() => database.$disconnect()) }
}
