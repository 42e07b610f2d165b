import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { startProgram } from '../processes/program.js'

const { resolve } = createRequire(import.meta.url)

/** The releases that speak this API. */
const programs = { '2.0.7': resolve('@immich/cli-2.0.7'), '2.1.0': resolve('@immich/cli') }
export type ImmichVersion = keyof typeof programs

/** Runs the command line of the self-hosted photo library as it is published, which keeps who signed in beneath a home folder. */
export async function runImmich(
  { home, version = '2.1.0' }: { home: string; version?: ImmichVersion },
  ...args: string[]
): Promise<{ stdout: string; stderr: string; exitCode: number | null }> {
  const child = startProgram([programs[version], ...args], { HOME: home })
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { stdout, stderr, exitCode: await exitCode }
}
