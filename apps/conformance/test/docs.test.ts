import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { contract } from '@media-library/contract'
import type { OpenApi } from '@media-library/contract/openapi'
import type { AxeResults, ElementContext } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hasChromium, keepPage, launchBrowser } from './support/browser.js'

const { url, apiKey, tagId } = inject('world')

const { SCREENSHOTS = '' } = process.env

/** The page lists the five operations under a heading of their own. */
const FIVE = 'The_five_operations'
const createAlbum = `#operations-${FIVE}-createAlbum`
const getTagAssets = `#operations-${FIVE}-getTagAssets`
/** The page runs only its own scripts, so the browser puts axe in. */
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

describe.skipIf(!hasChromium)('the page in a browser', () => {
  let browser: Browser
  let desktop: Opened
  let phone: Opened
  beforeAll(async () => {
    browser = await launchBrowser()
    // Drawing the page takes seconds of a core: all tests look at the same two.
    desktop = await open('desktop')
    phone = await open('phone')
  })
  afterAll(() => browser.close())

  const open = async (size: keyof typeof sizes) => {
    const page = await keepPage(browser, { viewport: sizes[size] })
    const hosts = new Set<string>()
    const faults: string[] = []
    page.on('request', (request) =>
      hosts.add(request.url().startsWith('data:') ? 'data' : new URL(request.url()).origin),
    )
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(`${url}/api/docs`)
    await page.waitForSelector('.opblock')
    return { page, hosts, faults }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  /** Unfolds an operation, unless it is unfolded. */
  const unfold = async (page: Page, operation: string) => {
    if (!(await page.locator(`${operation} .opblock-body`).count()))
      await page.click(`${operation} .opblock-summary-control`)
    await page.waitForSelector(`${operation} .opblock-body`)
  }

  /** Lists the operations of the served description, by the ids that the page gives them. */
  const listDescribed = async (): Promise<string[]> => {
    const { paths } = (await fetch(`${url}/api/openapi.json`).then((response) => response.json())) as OpenApi
    return Object.values(paths)
      .flatMap(Object.values)
      .map(({ tags: [tag], operationId }) => `operations-${isOfTheFive(operationId) ? FIVE : tag}-${operationId}`)
  }

  const keep = async (page: Page, name: string) => {
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` })
  }

  test('shows every operation, the five first, contacts no other host, and reports no error', async () => {
    const { page, hosts, faults } = desktop

    const shown = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id))
    await keep(page, 'desktop')

    expect(shown.slice(0, 5)).toEqual(Object.keys(contract).map((name) => `operations-${FIVE}-${name}`))
    expect(shown.sort()).toEqual((await listDescribed()).sort())
    expect([...hosts].filter((host) => host !== url && host !== 'data')).toEqual([])
    expect(faults).toEqual([])
  })

  test('axe finds nothing serious, and no control within another', async () => {
    const { page } = desktop
    await unfold(page, createAlbum)
    await page.evaluate(axe)

    // The rest of the page repeats the blocks of these five operations, and would take most of a minute.
    const parts = { exclude: [`.opblock-tag-section:not(:has(${createAlbum}))`] }
    const { violations } = await page.evaluate(
      (context) =>
        (globalThis as unknown as { axe: { run: (context: ElementContext) => Promise<AxeResults> } }).axe.run(context),
      parts,
    )

    const grave = violations.filter(
      ({ id, impact }) => id === 'nested-interactive' || /serious|critical/.test(impact ?? ''),
    )
    expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)).toEqual([])
  })

  test('keeps errors collapsed until somebody opens one', async () => {
    const { page } = desktop
    await unfold(page, createAlbum)
    const refused = page.locator(`${createAlbum} tr[data-code="400"]`)
    await refused.waitFor()

    const before = await refused.locator('.highlight-code, .microlight').count()
    await refused.getByRole('button').first().click()
    await page.locator(`${createAlbum} tr[data-code="400"] .model-example`).waitFor()

    expect(before).toBe(0)
  })

  test('runs an operation with a key', async () => {
    const { page, faults } = desktop

    await page.click('.auth-wrapper .authorize')
    await page.fill('.modal-ux input[aria-label="auth-apikey-value"], .modal-ux input >> nth=0', apiKey)
    await page.click('.modal-ux .auth-btn-wrapper .authorize >> nth=0')
    await page.click('.modal-ux .btn-done >> nth=0')
    await unfold(page, getTagAssets)
    await page.fill(`${getTagAssets} tr[data-param-name="id"] input`, tagId)
    await page.click(`${getTagAssets} .execute`)
    const answer = page.locator(`${getTagAssets} .live-responses-table .response`)
    await answer.waitFor()
    await answer.scrollIntoViewIfNeeded()
    await keep(page, 'tried')

    expect(await answer.textContent()).toContain('1.jpg')
    expect(faults).toEqual([])
  })

  test('fits a phone', async () => {
    const { page } = phone
    await unfold(page, createAlbum)
    await page.locator(createAlbum).scrollIntoViewIfNeeded()
    await keep(page, 'phone')

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(sizes.phone.width)
  })
})

function isOfTheFive(operation: string) {
  return operation in contract
}

test('the page and the description need no key, and are revalidated by ETag', async () => {
  for (const path of ['/api/docs', '/api/openapi.json']) {
    const first = await fetch(url + path)
    const again = await fetch(url + path, {
      // Otherwise, fetch would send a request for an answer that is not cached.
      headers: { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    })

    expect([first.status, again.status]).toEqual([200, 304])
  }
})

test("the page's files are cached for good, and scripts of other origins are blocked", async () => {
  const page = await fetch(`${url}/api/docs`)
  const scripts = [...(await page.text()).matchAll(/<script src="(.*?)"><\/script>/g)].map(([, path]) => path)

  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';/)
  expect(scripts).toHaveLength(2)
  for (const path of scripts) {
    const script = await fetch(new URL(path ?? '', `${url}/api/docs`))
    expect(script.status).toBe(200)
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
})
