import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { vi } from 'vitest'
import { createProgram, printError, toExitCode } from '../../../src/cli/program.js'
import { stopSignals } from '../../../src/process/interrupted.js'
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
  return { stdout, stderr: withoutWaits(stderr), exitCode: await exitCode }
}

/** Removes the lines that name what a command waits for, as on a busy machine. */
export function withoutWaits(stderr: string): string {
  return stderr.replace(/^(Waiting for|Creating the database|Copying PostgreSQL) .*\n/gm, '')
}

/** Runs a command that reads no input in this process, which starts in no time. One runs at a time. */
export async function runHere(args: string[], env: Record<string, string>): Promise<CliResult> {
  const said = { stdout: '', stderr: '' }
  const listeners = new Map(stopSignals.map((signal) => [signal, process.listeners(signal)]))
  for (const [name, value] of Object.entries({ ...databaseWaits, ...env })) vi.stubEnv(name, value)
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += text
      return true
    }),
  )
  const exitCodeBefore = process.exitCode
  const umaskBefore = process.umask()
  process.exitCode = undefined
  let exitCode = 0
  try {
    const program = await createProgram(args)
    growAsUsual()
    await program.parseAsync(args, { from: 'user' })
    exitCode = Number(process.exitCode ?? 0)
  } catch (error) {
    printError(error)
    exitCode = toExitCode(error)
  } finally {
    process.exitCode = exitCodeBefore
    process.umask(umaskBefore)
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
    for (const [signal, before] of listeners) {
      for (const listener of process.listeners(signal)) if (!before.includes(listener)) process.off(signal, listener)
    }
  }
  return { stdout: said.stdout, stderr: withoutWaits(said.stderr), exitCode }
}

/** Undoes what keeps the heap of a command small: it would stay so for all later files of the worker. */
function growAsUsual(): void {
  for (const flag of ['--heap-growing-percent=0', '--semi-space-growth-factor=2']) setFlagsFromString(flag)
}
