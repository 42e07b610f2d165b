import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))

export interface CliResult {
  stdout: string
  stderr: string
  exitCode: number | null
}

const { PATH } = process.env

/** Starts the built command line; of the environment it has only what is given, and PATH. */
export function startCli(args: string[], env: NodeJS.ProcessEnv) {
  return spawn(process.execPath, [main, ...args], { env: { PATH, ...compiled(), ...env } })
}

/** Runs the built command line to its end. */
export async function runCli(
  args: string[],
  { env, input = '' }: { env: NodeJS.ProcessEnv; input?: string },
): Promise<CliResult> {
  const child = startCli(args, env)
  const exitCode = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  child.stdin.on('error', () => {}).end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { stdout, stderr, exitCode: await exitCode }
}

/** What is compiled once for all processes of a run. */
function compiled() {
  return { NODE_COMPILE_CACHE: join(inject('folder'), 'compiled') }
}
