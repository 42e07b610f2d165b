import { onTestFinished } from 'vitest'
import { within } from '../until.js'
import { startCli } from './cli.js'

/** The service in a process of its own. */
export interface ServeProcess {
  url: string
  /** Where metrics are; empty without ADMIN_PORT. */
  adminUrl: string
  /** What it has printed when it is ready. */
  output: string
  /** Returns what it has written to standard error so far. */
  errors(): string
  child: ReturnType<typeof startCli>
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
  /** Sends a signal, and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * Starts the service on a free port, and waits until it has said where it is. It ends with the test at the latest, or with what
 * else is given.
 */
export async function serve(
  env: NodeJS.ProcessEnv,
  args: string[] = [],
  atEnd: (end: () => void) => void = onTestFinished,
): Promise<ServeProcess> {
  const child = startCli(['serve', ...args], { PORT: '0', LOG_LEVEL: 'warn', ...env })
  atEnd(() => void child.kill('SIGKILL'))
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Ctrl-C')) resolve()
    })
    ended.then((code) => reject(new Error(`serve ended with ${code}: ${errors}`)))
  })
  await within('the start of the service', ready)
  return {
    url: /^Address +(\S+)$/m.exec(output)?.[1] ?? '',
    adminUrl: /^Metrics: (\S+)\/metrics$/m.exec(errors)?.[1] ?? '',
    output,
    errors: () => errors,
    child,
    ended,
    stop: (signal = 'SIGINT') => {
      child.kill(signal)
      return ended
    },
  }
}
