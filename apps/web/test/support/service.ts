import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from './chromium.js'
import { CLIENT_ID, REDIRECT_URI, startTrustingProvider } from './provider.js'

/** A name of this machine in the browser, at which the service allows signing in over plain HTTP. */
export const ALLOW_HTTP = 'photos.test'

/** The built service with the pictures of the demo, which belong to Ada and Ben. */
export interface Service {
  url: string
  /** The keys of Ada and Ben, and of an administrator, who has no photos. */
  keys: { ada: string; ben: string; administrator: string }
  /** The link of the first start, which opens the page for Ada once. */
  link: string
  dataDir: string
}

declare module 'vitest' {
  interface ProvidedContext {
    service: Service | null
    /** The address of the one browser of all journeys. */
    browser: string
  }
}

const program = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url))
const flags = [
  '--host-resolver-rules=MAP *.test 127.0.0.1',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-sync',
]
const { PATH = '' } = process.env

/** Starts the service as `pnpm start` does, and stops it after the last test. Without a browser, nothing is started. */
export default async ({ provide }: TestProject) => {
  provide('service', null)
  provide('browser', '')
  if (chromiumPath === null) {
    process.stderr.write('The page is not tried: there is no chromium. Install it, or set CHROMIUM to its path.\n')
    return
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-web-'))
  const provider = await startTrustingProvider()
  const openId = {
    OAUTH_ISSUER: provider.issuer,
    OAUTH_CLIENT_ID: CLIENT_ID,
    OAUTH_REDIRECT_URIS: REDIRECT_URI,
    OAUTH_BUTTON_TEXT: 'Sign in with OpenID',
  }
  const [browser, { output, stop }] = await Promise.all([
    chromium.launchServer({ executablePath: chromiumPath, args: flags, timeout: 150_000 }),
    startService(dataDir, ['--demo'], { ALLOW_HTTP, ...openId }),
  ])
  const service: Service = {
    url: /Address +(\S+)/.exec(output)?.[1] ?? '',
    link: /Open +(\S+)/.exec(output)?.[1] ?? '',
    keys: { ada: (await readFile(join(dataDir, 'demo', 'api-key'), 'utf8')).trim(), ben: '', administrator: '' },
    dataDir,
  }
  await runCommand(service, 'user', 'add', 'administrator@example.com', '--admin')
  const toKey = (name: string) => runCommand(service, 'key', 'create', '--user', `${name}@example.com`, '--quiet')
  service.keys.ben = await toKey('ben')
  service.keys.administrator = await toKey('administrator')
  provide('service', service)
  provide('browser', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await stop()
    await provider.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Starts the built service in a folder. Resolves when it listens, with what it has printed. */
export async function startService(dataDir: string, options: string[] = [], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, 'serve', ...options], {
    env: { PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...settings, ...patience },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Ctrl-C stops')) resolve()
      })
    }
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}:\n${output}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { output, stop }
}

/** The settings with which a busy machine answers every request. */
const patience = { DATABASE_WAIT_SECONDS: '20', DATABASE_STATEMENT_SECONDS: '20' }

/** Runs a command of the service beside it. Returns its output. */
export async function runCommand({ dataDir }: Service, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: { PATH, DATA_DIR: dataDir, ...patience },
  })
  return stdout.trim()
}
