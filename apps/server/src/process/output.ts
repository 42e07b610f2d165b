import { READER_LEFT } from './interrupted.js'

export type Output = 'stdout' | 'stderr'

/** The errors of a pipe whose reader has stopped, and of a terminal that was closed. */
const GONE = ['EPIPE', 'EIO']

const readers = { stdout: new AbortController(), stderr: new AbortController() }

/** Calls `onLeft` once nobody reads an output of this program any more. */
export function whenReaderLeaves(output: Output, onLeft: () => void): void {
  readers[output].signal.addEventListener('abort', onLeft, { once: true })
}

/**
 * Stops the program without an error when a reader leaves, as `head` does. Standard output that cannot be written for another reason,
 * such as a file on a full disk, stops it, too; `onFault` is called first.
 */
export function watchOutput(onFault: (error: Error) => void): void {
  const { stdout, stderr } = readers
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (stdout.signal.aborted) return
    if (GONE.includes(error.code ?? '')) process.exitCode = READER_LEFT
    else onFault(error)
    stdout.abort()
  })
  process.stderr.on('error', () => stderr.abort())
}
