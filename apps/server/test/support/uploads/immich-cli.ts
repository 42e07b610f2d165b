import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { startProgram } from '../processes/program.js'

const program = createRequire(import.meta.url).resolve('@immich/cli')

/** Runs the command line of the self-hosted photo library as it is published, which keeps who signed in beneath a home folder. */
export async function runImmich(
  home: string,
  ...args: string[]
): Promise<{ stdout: string; stderr: string; exitCode: number | null }> {
  const child = startProgram([program, ...args], { HOME: home })
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { stdout, stderr, exitCode: await exitCode }
}
