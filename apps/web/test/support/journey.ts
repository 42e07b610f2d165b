import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished } from 'vitest'
import { chromiumPath } from './chromium.js'
import type { Service } from './service.js'

const LONGEST_MS = 150_000
const { SCREENSHOTS = '' } = process.env

/** A person at a page of their own browser. */
export interface Visitor {
  page: Page
  /** The addresses elsewhere that the page tried to load, and the errors that it reported. */
  faults: string[]
}

export interface Journey {
  service: Service
  /** Opens a page in a browser without cookies. */
  visit: (options?: BrowserContextOptions) => Promise<Visitor>
  /** Opens the page for Ada or Ben of the demo, or for the user of a key, signed in. */
  enter: (user: 'ada' | 'ben' | { apiKey: string }, options?: BrowserContextOptions) => Promise<Visitor>
  /** Stores a picture of the page if SCREENSHOTS is set. */
  keep: (page: Page, name: string) => Promise<void>
}

/** Describes the actions of people in a real browser with the real service. Skipped when no browser is installed. */
export function describeJourney(name: string, journeys: (journey: Journey) => void): void {
  describe.skipIf(chromiumPath === null)(name, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await chromium.connect(inject('browser'))
    })
    // The browser itself is used for the other files, too.
    afterAll(() => browser.close())

    const service = inject('service') ?? {
      url: '',
      keys: { ada: '', ben: '', administrator: '' },
      link: '',
      dataDir: '',
    }
    const visit = async (options: BrowserContextOptions = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...options,
      })
      onTestFinished(() => context.close())
      context.setDefaultTimeout(LONGEST_MS)
      const page = await context.newPage()
      return { page, faults: watch(page, service.url) }
    }
    journeys({
      service,
      visit,
      enter: async (user, options) => {
        const visitor = await visit(options)
        const apiKey = typeof user === 'string' ? service.keys[user] : user.apiKey
        // The browser stores the cookie of the answer.
        await visitor.page.request.post(`${service.url}/api/auth/key`, { headers: { 'x-api-key': apiKey } })
        await visitor.page.goto(service.url)
        return visitor
      },
      keep: async (page, name) => {
        if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) })
      },
    })
  })
}

/** Collects the faults of a page. */
function watch(page: Page, url: string): string[] {
  const faults: string[] = []
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(`${url}/`) || request.url().startsWith('data:')
    if (!isOwn) faults.push(`asks ${request.url()}`)
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => /Content Security Policy/i.test(message.text()) && faults.push(message.text()))
  return faults
}

/**
 * Waits until the wall has laid out what it shows, at least that many pictures, the first of them with its thumbnail. After another view
 * with pictures, wait for something that only the new one has.
 */
export async function untilPictures(page: Page, least = 1): Promise<void> {
  await page.waitForSelector('[data-picture] img[data-shown]')
  await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
  await page
    .locator('[data-picture]')
    .nth(least - 1)
    .waitFor()
}

/** Waits until the heading of a day is in the first row of the wall. */
export async function untilAtTop(page: Page, heading: string): Promise<void> {
  await page.waitForFunction((text) => {
    const wall = document.querySelector('[data-picture]')?.closest('section')
    const day = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === text)
    return wall && day && Math.abs(day.getBoundingClientRect().top - wall.getBoundingClientRect().top) < 32
  }, heading)
}

/** Fails if the page has a fault. */
export function expectNoFaults({ faults }: Visitor): void {
  expect(faults).toEqual([])
}
