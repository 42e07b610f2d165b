import { once } from 'node:events'
import { createServer } from 'node:net'
import { type BrowserContext, chromium, type Page } from 'playwright-core'

/** A browser in which the owner of the library is signed in. */
export interface Browser {
  url: string
  /** The port of Chromium's debugging protocol. */
  port: number
  context: BrowserContext
  page: Page
  close(): Promise<void>
}

interface BrowserOptions {
  url: string
  apiKey: string
  folder: string
  signal: AbortSignal
}

const { CHROMIUM = '/usr/bin/chromium' } = process.env

/** Opens Chromium with an empty profile in a folder, and signs in with a key. Lighthouse uses the same profile. */
export async function openBrowser({ url, apiKey, folder, signal }: BrowserOptions): Promise<Browser> {
  const port = await findFreePort()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${port}`],
    viewport: { width: 1280, height: 800 },
  })
  signal.addEventListener('abort', () => context.close())
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel('Key').fill(apiKey)
  await page.getByRole('button', { name: 'Sign in with the key' }).click()
  await page.waitForSelector('[data-picture] img[data-shown]')
  return { url, port, context, page, close: () => context.close() }
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
