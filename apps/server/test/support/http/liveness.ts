import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { within } from '../until.js'

const program = fileURLToPath(new URL('./liveness-program.ts', import.meta.url))

/** Watches /livez from a process of its own, which the load of the test does not delay, while something happens. Returns the times. */
export async function watchLivenessDuring(url: string, happen: () => Promise<void>): Promise<number[]> {
  const watcher = fork(program, [url], { execArgv: [] })
  const failed = once(watcher, 'exit').then(([code]) => Promise.reject(new Error(`the watcher exited with ${code}`)))
  failed.catch(() => {})
  try {
    await within('the start of the watcher of /livez', Promise.race([once(watcher, 'message'), failed]))
    await happen()
    const told = once(watcher, 'message')
    watcher.send('stop')
    const [times] = await within('the times of /livez', Promise.race([told, failed]))
    return (times as number[]).sort((a, b) => a - b)
  } finally {
    watcher.kill()
  }
}
