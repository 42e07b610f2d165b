import { extname } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread from the file `name` beside the module `importer`, which is a URL. It does not keep the process alive, and does
 * not end it when it fails.
 */
export function startThread(importer: string, name: string, options: WorkerOptions = {}): Worker {
  const extension = extname(importer)
  const file = new URL(`./${name}${extension}`, importer)
  const thread = extension === '.ts' ? startFromSource(file, options) : new Worker(file, options)
  thread.on('error', () => {})
  thread.unref()
  return thread
}

/** Where this program is run from its sources, the thread has to load .ts files. */
function startFromSource({ href }: URL, options: WorkerOptions): Worker {
  const source = `import('tsx/esm/api').then(({ register }) => (register(), import('${href}')))`
  return new Worker(source, { ...options, eval: true })
}
