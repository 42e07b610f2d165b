import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { databaseWaits } from '../long.js'
import { within } from '../until.js'
import { startProgram } from './program.js'

const program = fileURLToPath(new URL('./worker-program.ts', import.meta.url))

/** Starts a worker in a process of its own, whose jobs leave files in a folder; resolves once it takes jobs. */
export async function startWorkerProcess(url: string, folder: string): Promise<ChildProcess> {
  const child = startProgram([program], {
    ...databaseWaits,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    OUT: folder,
    WORKER_IMAGES: '2',
  })
  child.stderr.pipe(process.stderr)
  const ready = Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the worker ended with ${code}`))),
  ])
  await within('the start of the worker', ready)
  return child
}

/** Ends a process at once, as a lack of memory or of power does. */
export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
