import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNoFaults, type Journey, untilPictures } from './journey.js'
import { dropOn, makeFolder, readDemoPhoto } from './photos.js'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const views = [
  ['/', '[data-picture] img[data-shown]'],
  ['/albums', 'main h2'],
  ['/favourites', 'h1'],
  ['/people', 'h1'],
  ['/search', 'main h2'],
  ['/search?q=2023', '[data-picture] img[data-shown]'],
  ['/search?q=nothing+2019', 'main ul'],
  ['/places', 'main li a'],
  ['/tags', 'main li a'],
  ['/archive', 'h1'],
  ['/jobs', 'progress'],
  ['/trash', 'h1'],
  ['/account', 'main:has([aria-label="Password"]):has([aria-label^="Where"] li) [aria-label^="Keys"] li'],
  ['/nowhere', 'h1'],
] as const

/** The size of the window, half of 1,280 pixels, so that everything is twice as large. */
const ZOOMED = { width: 640, height: 400 }

/**
 * Returns the faults that axe finds on a page, one a line. The page runs only its own scripts, so the browser injects axe.
 */
export async function listFindings(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe }).catch(() => null)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run({
      resultTypes: ['violations'],
    }),
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

/**
 * Opens every view, and fails when axe finds a fault on one, or when something is cut off there, or on a page twice as large.
 */
export async function expectAccessible(
  { enter, service, keep }: Journey,
  { scheme, width }: { scheme: 'light' | 'dark'; width: number },
): Promise<void> {
  const viewport = { width, height: 780 }
  const visitor = await enter('ada', { colorScheme: scheme, viewport, reducedMotion: 'reduce', bypassCSP: true })
  const { page } = visitor
  const found: Record<string, string[]> = {}
  const look = async (name: string) => {
    await keep(page, `${scheme}-${width}-${name.replaceAll(/\W/g, '')}`)
    const findings = [...(await listCutOff(page)), ...(await listFindings(page))]
    await page.setViewportSize(ZOOMED)
    const zoomed = await listCutOff(page)
    await page.setViewportSize(viewport)
    if (findings.length + zoomed.length > 0) found[name] = [...findings, ...zoomed]
  }
  for (const [path, shown] of views) {
    await page.goto(service.url + path)
    await page.waitForSelector(shown)
    await look(path)
  }
  await page.goto(`${service.url}/albums`)
  await page.waitForSelector('main h2')
  await page.keyboard.press('/')
  await page.locator('#search:focus').waitFor()
  await page.keyboard.type('a')
  await page.getByRole('listbox').waitFor()
  await look('suggestions')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /Around the world/ }).click()
  await untilPictures(page)
  await look('album')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog').waitFor()
  await look('sharing')
  await page.keyboard.press('Escape')
  await page.locator('[data-picture]').first().click()
  await page.waitForSelector('.yarl__slide_current img.yarl__slide_image')
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await page.getByRole('complementary', { name: 'Details' }).getByText('Camera').waitFor()
  await look('picture')
  await page.goto(service.url)
  await untilPictures(page)
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor()
  await look('selection')
  await page.keyboard.press('Escape')
  const folder = await makeFolder({ 'known.jpg': await readDemoPhoto(service), 'notes.txt': 'text' })
  await dropOn(page, `${folder}/known.jpg`, `${folder}/notes.txt`)
  await page.getByText('0 files added, 1 file already in the library, 1 file not added.').waitFor()
  await page.getByText('1 file already in the library', { exact: true }).click()
  await look('uploads')

  expect(found).toEqual({})
  expectNoFaults(visitor)
}

const SETTLING_MS = 30_000

/** Lists what stays cut off: a wall is laid out anew a moment after its window has another size. */
export async function listCutOff(page: Page): Promise<string[]> {
  const deadline = Date.now() + SETTLING_MS
  let cut = await page.evaluate(cutOff)
  while (cut.length > 0 && Date.now() < deadline) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    cut = await page.evaluate(cutOff)
  }
  return cut
}

/** Lists what extends beyond the sides of the window and cannot be scrolled to; runs in the page. */
function cutOff(): string[] {
  const isScrolled = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement))
  return [...document.querySelectorAll('body *:not(svg, svg *)')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.yarl__carousel'))
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (right > innerWidth + 1 || left < -1) && !isScrolled(element)
    })
    .map((element) => `cut off at ${innerWidth} pixels: ${element.outerHTML.slice(0, 200)}`)
}
