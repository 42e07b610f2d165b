import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

const { CHROMIUM = '/usr/bin/chromium' } = process.env

/** Whether a browser is installed. Prints a message when there is none. */
export const hasChromium: boolean = existsSync(CHROMIUM)
if (!hasChromium) {
  process.stderr.write(
    `The pages are not tried: there is no ${CHROMIUM}. Install chromium, or set CHROMIUM to its path.\n`,
  )
}

/** The time limit of a page. Besides other work, it takes ten times as long as alone. */
const LONGEST_MS = 150_000

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    timeout: LONGEST_MS,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  })
}

/** Opens an empty page, which closes when the test ends. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await keepPage(browser, options)
  onTestFinished(() => page.close())
  return page
}

/** Opens an empty page, which closes with the browser. */
export async function keepPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options)
  page.setDefaultTimeout(LONGEST_MS)
  return page
}
