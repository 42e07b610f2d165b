import type { Worker } from 'node:worker_threads'
import { startThread } from '../../process/thread.js'
import type { FindFault, FoundFile } from './short-file-thread.js'

/** The most files that one trip brings, which are read one after the other. */
const MOST = 32

interface Lookup {
  path: string
  resolve(found: FoundFile | FindFault | null): void
}

let thread: Worker | null = null

/** The files of this turn of the event loop, which are about to be sent to the thread. */
let next: Lookup[] = []

/** The files that the thread is looking for. */
let current: Lookup[] = []

/**
 * Finds a file in a thread, which opens, reads and closes all files of one turn of the event loop in one trip: each trip to the
 * thread pool and back costs more than what it is for. Returns null while the thread is busy, so that nothing waits for the
 * slow disk of another file.
 */
export function findInThread(path: string): Promise<FoundFile | FindFault | null> {
  if (current.length > 0 || next.length >= MOST) return Promise.resolve(null)
  return new Promise((resolve) => {
    if (next.length === 0) process.nextTick(send)
    next.push({ path, resolve })
  })
}

function send() {
  thread ??= start()
  current = next
  next = []
  thread.postMessage(current.map(({ path }) => path))
}

function start(): Worker {
  // A file that stays open belongs to the process.
  const started = startThread(import.meta.url, 'short-file-thread', { trackUnmanagedFds: false })
  started.on('message', (found: (FoundFile | FindFault)[]) => settle((index) => found[index] ?? null))
  started.once('exit', () => {
    thread = null
    settle(() => null)
  })
  return started
}

function settle(foundAt: (index: number) => FoundFile | FindFault | null) {
  const settled = current
  current = []
  for (const [index, { resolve }] of settled.entries()) resolve(foundAt(index))
}
