import type { ChildProcess } from 'node:child_process'

/** The time in which a program starts on a busy machine. */
const LIMIT_MS = 100_000

/**
 * Returns the group of `ready` in the output of a process once it is ready. Rejects with its output when it ends before, or takes too long.
 */
export function readAddress(child: ChildProcess, ready: RegExp): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const address = ready.exec(said)?.[1]
        if (address) resolve(address)
      })
    }
    setTimeout(
      () => reject(new Error(`It did not say that it is ready within ${LIMIT_MS} ms:\n${said}`)),
      LIMIT_MS,
    ).unref()
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${said}`)))
  })
}
