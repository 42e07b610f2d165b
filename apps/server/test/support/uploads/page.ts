import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestUser } from '../database/factories.js'

const { CHROMIUM = '/usr/bin/chromium' } = process.env

export const hasBrowser: boolean = existsSync(CHROMIUM)
if (!hasBrowser)
  process.stderr.write('Nothing is sent by the page: there is no chromium. Install it, or set CHROMIUM to its path.\n')

/** Adds a folder by the page, in a browser of its own. Returns what the page says in the end. */
export async function sendByPage(
  { url }: { url: string },
  { apiKey }: TestUser,
  folder: string,
  limitMs: number,
): Promise<string | null> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    timeout: limitMs,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(limitMs)
    await page.goto(`${url}/icon.svg`)
    await page.evaluate(
      (key) => fetch('/api/auth/key', { method: 'POST', headers: { 'x-api-key': key } }).then(({ ok }) => ok),
      apiKey,
    )
    await page.goto(url)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add folder' }).click()
    await (await chooser).setFiles(folder)
    const outcome = page.getByRole('region', { name: 'Uploads' }).getByText(/^[\d,]+ files added(,.*)?\.$/)
    return await outcome.textContent()
  } finally {
    await browser.close()
  }
}
