import { type BrowserContext, chromium } from 'playwright-core'

/** A browser in which the owner of the library is signed in. */
export interface Browser {
  url: string
  context: BrowserContext
  close(): Promise<void>
}

interface BrowserOptions {
  url: string
  apiKey: string
  folder: string
  signal: AbortSignal
}

const { CHROMIUM = '/usr/bin/chromium' } = process.env

/** Opens Chromium with an empty profile in a folder, and signs in with a key. */
export async function openBrowser({ url, apiKey, folder, signal }: BrowserOptions): Promise<Browser> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-background-networking'],
    viewport: { width: 1280, height: 800 },
  })
  signal.addEventListener('abort', () => context.close())
  const page = await context.newPage()
  await page.goto(url)
  await page.getByText('Other ways').click()
  await page.getByLabel('Key').fill(apiKey)
  await page.getByRole('button', { name: 'Sign in with the key' }).click()
  await page.waitForSelector('[data-picture] img[data-shown]')
  return { url, context, close: () => context.close() }
}
