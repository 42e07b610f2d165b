import { connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a database that can be closed. */
export interface Gateway {
  /** The database's address, by way of the gateway. */
  url: string
  /** Lets nothing pass from now on: connections break, and new ones are refused. */
  close(): Promise<void>
  /** Lets nothing pass from now on, in silence: what is sent is never answered. */
  hang(): void
  /** Lets everything pass again, on new connections. */
  open(): Promise<void>
  /** Leads to another database from now on. Open connections break. */
  leadTo(databaseUrl: string): void
  /** Returns the number of open connections. */
  count(): Promise<number>
}

/** Opens a gateway to the database at an address, for the length of a test, or of a file with `afterAll`. */
export async function openGateway(
  databaseUrl: string,
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<Gateway> {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isHanging = false
  let server: Server

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const pass = (socket: Socket) => {
    keep(socket)
    if (isHanging) return
    const upstream = connect(Number(target.port || 5432), target.hostname)
    keep(upstream)
    const forward = (to: Socket) => (chunk: Buffer) => void (isHanging || to.write(chunk))
    socket.on('data', forward(upstream)).on('close', () => upstream.destroy())
    upstream.on('data', forward(socket)).on('close', () => socket.destroy())
  }
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer(pass).listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  const port = await listen(0)
  atEnd(close)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    close,
    hang: () => {
      isHanging = true
    },
    open: async () => {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) await listen(port)
      isHanging = false
    },
    leadTo: (other) => {
      target = new URL(other)
      for (const socket of sockets) socket.destroy()
    },
    count: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
  }
}
