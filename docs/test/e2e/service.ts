import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { TestProject } from 'vitest/node'

/** A service, and the home of the reader who follows the pages. */
export interface Reader {
  home: string
  /** The folder with two photos in `2024`. */
  pictures: string
  url: string
  /** The environment of the service and of the reader's commands. */
  env: Record<string, string>
}

declare module 'vitest' {
  interface ProvidedContext {
    reader: Reader
  }
}

const { PATH = '' } = process.env

/** The settings with which a busy machine answers every request. */
const patience = { DATABASE_WAIT_SECONDS: '20', DATABASE_STATEMENT_SECONDS: '20' }

/** The built command line. */
const main = createRequire(import.meta.url).resolve('@media-library/server/main')

/** Starts the service on any free port, for all pages. */
export default async ({ provide }: TestProject) => {
  const home = await mkdtemp(join(tmpdir(), 'docs-'))
  const pictures = join(home, 'Pictures')
  await mkdir(join(pictures, '2024'), { recursive: true })
  for (const background of ['red', 'blue']) {
    const photo = sharp({ create: { width: 80, height: 60, channels: 3, background } })
    await photo.toFile(join(pictures, '2024', `${background}.jpg`))
  }
  const env = readerIn(home)
  const { url, stop } = await startService(env)
  provide('reader', { home, pictures, url, env })
  return async () => {
    await stop()
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns the environment of a reader and of their service. */
export function readerIn(home: string): Record<string, string> {
  return { PATH, HOME: home, DATA_DIR: join(home, 'data'), MEDIA_LIBRARY_DEMO: 'false', ...patience }
}

/** Starts the service on any free port, and returns its address. */
export async function startService(env: Record<string, string>): Promise<{ url: string; stop: () => Promise<void> }> {
  const service = spawn(process.execPath, [main, 'serve'], {
    env: { ...env, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(service, 'close')
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    service.stdout.on('data', (chunk) => {
      output += chunk
      const [, address] = /^Address +(\S+)$/m.exec(output) ?? []
      if (address && output.includes('Ctrl-C')) resolve(address)
    })
    ended.then(() => reject(new Error(`the service ended after it had printed: ${output}`)))
  })
  const stop = async () => {
    service.kill('SIGINT')
    await ended
  }
  return { url, stop }
}

/** Runs commands of a page in a shell, with the built command line in place of pnpm, and returns their output. */
export async function runCommands(commands: string, env: NodeJS.ProcessEnv, cwd?: string): Promise<string> {
  const script = commands.replaceAll('npx --yes pnpm@10 media-library', `"${process.execPath}" "${main}"`)
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], { cwd, env: { PATH, ...env } })
  return stdout
}
