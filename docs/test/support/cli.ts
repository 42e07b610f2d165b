import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'

/** A busy machine keeps nobody from an answer. */
const patience = { DATABASE_WAIT_SECONDS: '20', DATABASE_STATEMENT_SECONDS: '20' }

/** The built command line. */
export const main = createRequire(import.meta.url).resolve('@media-library/server/main')

/** Makes a folder for the length of a test file. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs commands of a page in a shell, the built command line in place of pnpm, and returns what they print. */
export async function runCommands(commands: string, env: NodeJS.ProcessEnv, cwd?: string): Promise<string> {
  const script = commands.replaceAll('npx --yes pnpm@10 media-library', `"${process.execPath}" "${main}"`)
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], {
    cwd,
    env: { PATH: process.env['PATH'], ...patience, ...env },
  })
  return stdout
}

/** Starts the service on any free port for the length of a test file, and returns its address. */
export async function startService(env: NodeJS.ProcessEnv): Promise<string> {
  const service = spawn(process.execPath, [main, 'serve'], {
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', ...patience, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => service.once('close', () => resolve()))
  afterAll(() => {
    service.kill('SIGINT')
    return ended
  })
  return new Promise((resolve, reject) => {
    let output = ''
    service.stdout.on('data', (chunk) => {
      output += chunk
      const [, url] = /^Address +(\S+)$/m.exec(output) ?? []
      if (url && output.includes('Ctrl-C')) resolve(url)
    })
    ended.then(() => reject(new Error(`the service ended after it had printed: ${output}`)))
  })
}
