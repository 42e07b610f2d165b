import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../processes/program.js'

const program = fileURLToPath(new URL('migrate-once.ts', import.meta.url))

/** Migrates in a process of its own, which can be killed. */
export function startMigrating(url: string, folder: string) {
  const child = startProgram([program, url, folder])
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, errors]) => ({ code: code as number | null, stdout, errors }),
  )
  return { child, ended }
}
