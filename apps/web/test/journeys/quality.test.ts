import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'
import { dropOn, makeFolder, readDemoPhoto } from '../support/photos.js'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const LARGEST = 150_000

/** What axe finds on a page, in a line each. The page itself runs nothing but its own scripts, so axe is put in by the browser. */
async function findingsOf(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe }).catch(() => null)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

const views = [
  ['/', '[data-picture] img[data-shown]'],
  ['/albums', '.album-card'],
  ['/tags', '.tag'],
  ['/jobs', 'table'],
] as const

describeJourney('quality', ({ enter, visit, service, keep }) => {
  test.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'light', width: 360 },
    { scheme: 'dark', width: 3840 },
  ] as const)('axe finds nothing on any view, $scheme and $width pixels wide', async ({ scheme, width }) => {
    const visitor = await enter('ada', {
      ...{ colorScheme: scheme, viewport: { width, height: 780 }, reducedMotion: 'reduce', bypassCSP: true },
    })
    const { page } = visitor
    const findings: Record<string, string[]> = {}
    for (const [path, shown] of views) {
      await page.goto(service.url + path)
      await page.waitForSelector(shown)
      await keep(page, `${scheme}-${width}-${path.slice(1) || 'photos'}`)
      findings[path] = await findingsOf(page)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([path, wide]).toEqual([path, width])
    }
    await page.goto(`${service.url}/albums`)
    await page.getByRole('link', { name: /Around the world/ }).click()
    await untilPictures(page)
    findings['album'] = await findingsOf(page)
    await page.getByRole('button', { name: 'Share' }).click()
    findings['sharing'] = await findingsOf(page)
    await page.keyboard.press('Escape')
    await page.locator('[data-picture]').first().click()
    await page.waitForSelector('.yarl__slide_current img.yarl__slide_image')
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.getByRole('complementary', { name: 'Details' }).getByText('Camera').waitFor()
    findings['picture'] = await findingsOf(page)
    await page.goto(service.url)
    await untilPictures(page)
    const folder = await makeFolder({ 'known.jpg': await readDemoPhoto(service), 'notes.txt': 'text' })
    await dropOn(page, `${folder}/known.jpg`, `${folder}/notes.txt`)
    await page.getByText('0 files added, 1 file already in the library, 1 file not added.').waitFor()
    await page.getByText('1 file already in the library', { exact: true }).click()
    await keep(page, `${scheme}-${width}-uploads`)
    findings['uploads'] = await findingsOf(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([])
    expectNoFaults(visitor)
  })

  test('axe finds nothing where one signs in', async () => {
    const { page } = await visit({ bypassCSP: true })
    await page.goto(service.url)
    await page.getByLabel('Key').waitFor()

    expect(await findingsOf(page)).toEqual([])
  })

  test('W5 the first load has at most 150 kB of JavaScript, and no light box', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))

    await page.reload()
    await untilPictures(page)

    const scripts = loaded.filter((path) => path.endsWith('.js'))
    const sizes = await Promise.all(
      scripts.map(async (path) => {
        const response = await fetch(service.url + path, { headers: { 'accept-encoding': 'gzip' } })
        return Number(response.headers.get('content-length'))
      }),
    )
    // What the service names in its Link header is not asked for again.
    const first = loaded.slice(0, loaded.indexOf('/api/asset/time-bucket'))
    expect(first.filter((path) => path === '/api/asset/time-buckets')).toHaveLength(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LARGEST)
    expect(scripts.filter((path) => path.includes('light-box'))).toEqual([])
  })
})
