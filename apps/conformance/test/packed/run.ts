import { type ExecFileOptions, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The time limit of a program, which a busy machine meets. */
const RUN_MS = 300_000

/** The folder of the repository. */
export const root: string = fileURLToPath(new URL('../../../../', import.meta.url))

/** Runs a program until it ends. Returns its output; rejects with all of its output when it fails. */
export function runToEnd(program: string, args: string[], options: ExecFileOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { maxBuffer: 1e8, timeout: RUN_MS, ...options, encoding: 'utf8' },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout)
        reject(new Error(`${program} ${args.join(' ')} failed with ${error.code ?? error.signal}:\n${stdout}${stderr}`))
      },
    )
  })
}
