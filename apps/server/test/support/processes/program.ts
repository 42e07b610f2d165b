import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import { SERVER_FROM } from '../server-module.js'

const { PATH } = process.env

/** What lets Node run the sources of the server. */
const hooks = ['--import', new URL('../../../scripts/dev-hooks.ts', import.meta.url).href]

/**
 * Starts a program in a process of its own, whose environment is what is given, and PATH. Node itself runs a file of types: it
 * may import other files of the tests by `.ts` alone, and the server by `serverModule`.
 */
export function startProgram(args: string[], env: NodeJS.ProcessEnv = {}) {
  return spawn(process.execPath, [...(SERVER_FROM === 'src' ? hooks : []), ...args], {
    env: { PATH, SERVER_FROM, NODE_COMPILE_CACHE: join(inject('folder'), 'compiled'), ...env },
  })
}
