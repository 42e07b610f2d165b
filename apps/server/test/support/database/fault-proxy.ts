import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { draw } from '../random.js'

/**
 * What can befall a connection, in both directions: all comes late; all comes drop by drop; it ends, or is reset, between two
 * chunks; it ends within one.
 */
export const faults = ['latency', 'slow', 'cut', 'reset', 'truncated'] as const
export type Fault = (typeof faults)[number]

/** A way to a server on which connections go wrong. */
export interface FaultProxy {
  /** The server's address, by way of the proxy. */
  url: string
  /** Chooses what happens to connections from now on, to open ones as well; null for nothing. */
  set(fault: Fault | null): void
  /**
   * From now on nothing comes through, and nobody is told: on connections that are open, as after a fail-over or in a router
   * that forgot them, or on new ones as well. Those stay so; with `resume`, new ones pass again.
   */
  stall(which: 'open' | 'all'): void
  resume(): void
}

/** A fault that ends a connection befalls one chunk in so many. */
const ODDS = 6
const LATENCY_MS = [20, 150] as const
const DROP = { bytes: 256, everyMs: 10 }

const endings: Record<Exclude<Fault, 'latency' | 'slow'>, (sockets: Socket[], to: Socket, chunk: Buffer) => void> = {
  cut: destroyAll,
  reset: (sockets) => {
    for (const socket of sockets) socket.resetAndDestroy()
  },
  truncated: (sockets, to, chunk) => {
    to.end(chunk.subarray(0, chunk.length / 2), () => destroyAll(sockets))
  },
}

/** Opens a way to the server at an address, for the length of a test file. */
export async function openFaultProxy(address: string): Promise<FaultProxy> {
  const target = new URL(address)
  const open = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let isSilent = false
  let fault: Fault | null = null

  const pass = async (sockets: Socket[], to: Socket, chunk: Buffer) => {
    if (to.destroyed || silent.has(to)) return
    if (fault === 'slow') return drip(to, chunk)
    if (fault === 'latency') await sleep(draw(...LATENCY_MS))
    else if (fault && draw(1, ODDS) === 1) return endings[fault](sockets, to, chunk)
    to.write(chunk)
  }
  const join = (from: Socket, to: Socket) => {
    let passed = Promise.resolve()
    open.add(from)
    if (isSilent) silent.add(from)
    from
      .on('data', (chunk) => {
        passed = passed.then(() => pass([from, to], to, chunk))
      })
      .on('error', () => {})
      .on('close', () => {
        open.delete(from)
        void passed.then(() => to.end())
      })
  }
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    join(socket, upstream)
    join(upstream, socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    destroyAll([...open])
    await closed
  })
  const url = new URL(address)
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href.replace(/\/$/, ''),
    set: (next) => {
      fault = next
    },
    stall: (which) => {
      isSilent = which === 'all'
      for (const socket of open) silent.add(socket)
    },
    resume: () => {
      isSilent = false
    },
  }
}

function destroyAll(sockets: Socket[]) {
  for (const socket of sockets) socket.destroy()
}

async function drip(to: Socket, chunk: Buffer) {
  for (let sent = 0; sent < chunk.length; sent += DROP.bytes) {
    to.write(chunk.subarray(sent, sent + DROP.bytes))
    await sleep(DROP.everyMs)
  }
}
