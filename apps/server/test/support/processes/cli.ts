import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { databaseWaits } from '../long.js'
import { serverModule } from '../server-module.js'
import { startProgram } from './program.js'

const main = fileURLToPath(serverModule('main'))

export interface CliResult {
  stdout: string
  stderr: string
  exitCode: number | null
}

/** Starts the command line; of the environment it has only what is given, and PATH. */
export function startCli(args: string[], env: NodeJS.ProcessEnv) {
  return startProgram([main, ...args], { ...databaseWaits, ...env })
}

/** Runs the command line to its end. */
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
