import { extname } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread from the file `name` beside the module `importer`, which is a URL. It does not keep the process alive, and does
 * not end it when it fails.
 */
export function startThread(importer: string, name: string, options: WorkerOptions = {}): Worker {
  const file = new URL(`./${name}${extname(importer)}`, importer)
  const thread = new Worker(file, { ...options, execArgv: hooksFor(importer) })
  thread.on('error', () => {})
  thread.unref()
  return thread
}

/**
 * Returns the options with which Node runs a file beside the module `importer`, which is a URL: none, unless it was started from its
 * sources.
 */
function hooksFor(importer: string): string[] {
  if (extname(importer) !== '.ts') return []
  return ['--import', new URL('../../scripts/dev-hooks.ts', import.meta.url).href]
}
