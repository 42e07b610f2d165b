import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

const IDLE_MS = 10_000

const idle = new Map<ChildProcess, NodeJS.Timeout>()

/** Takes a process that waits for an image, or starts one. */
export function takeProcess(): ChildProcess {
  for (const [child, timer] of idle) {
    idle.delete(child)
    clearTimeout(timer)
    if (!child.connected) continue
    child.ref()
    child.channel?.ref()
    return child
  }
  return startProcess()
}

/** Ends the processes that wait for an image, and releases their memory. */
export function endIdle(): void {
  for (const [child, timer] of idle) {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
  idle.clear()
}

export function isIdle(child: ChildProcess): boolean {
  return idle.has(child)
}

/** Keeps a process for the next image for a while, without keeping the server alive. */
export function giveBack(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  const timer = setTimeout(() => {
    idle.delete(child)
    child.kill('SIGKILL')
  }, IDLE_MS)
  idle.set(child, timer.unref())
}

function startProcess(): ChildProcess {
  const kind = extname(import.meta.url)
  const child = fork(fileURLToPath(new URL(`./image-process${kind}`, import.meta.url)), {
    // Its own process group: the Ctrl-C that lets the server finish its jobs must not kill the processes that they wait for.
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // What lets Node run sources goes along when this is one.
    execArgv: kind === '.ts' ? process.execArgv : [],
    // A decoder that a hostile file took over must not find secrets in its environment.
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2' },
  })
  // A process that cannot start emits no `exit`; after disconnecting, `send` fails.
  return child.on('error', () => child.disconnect())
}
