import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'

const { PATH } = process.env

/**
 * Starts a program in a process of its own, whose environment is what is given, and PATH. Node itself runs a file of types: it
 * may import other files of the tests by `.ts` alone, and the server as it was built.
 */
export function startProgram(args: string[], env: NodeJS.ProcessEnv = {}) {
  return spawn(process.execPath, args, { env: { PATH, ...compiled(), ...env } })
}

/** What is compiled once for all processes of a run. */
export function compiled() {
  return { NODE_COMPILE_CACHE: join(inject('folder'), 'compiled') }
}
