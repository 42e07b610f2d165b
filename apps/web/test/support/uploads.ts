import type { Locator, Page } from 'playwright-core'
import { messages } from '../../src/language/messages.js'

/** Returns the part of a page that shows the progress of uploads. */
export function findPanel(page: Page, { uploads }: Pick<typeof messages, 'uploads'> = messages): Locator {
  return page.getByRole('region', { name: uploads.label })
}

/** Chooses files or a folder of the disk with a button, as people do. */
export async function choose(page: Page, button: string, paths: string | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await chooser).setFiles(paths)
}
