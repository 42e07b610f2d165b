import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeJourney, untilPictures } from '../support/journey.js'
import { makeUser } from '../support/photos.js'

describeJourney('a small window', ({ enter, visit, service }) => {
  test('at 200 percent, nothing beside the wall overlaps, even the views of an administrator in German', async () => {
    const administrator = await makeUser(service, { isAdmin: true })
    const { page } = await enter(administrator, { viewport: { width: 720, height: 450 }, locale: 'de-DE' })
    await page.locator('#places [href="/accounts"]').first().waitFor({ state: 'attached' })

    expect(await listOverlaps(page.locator('#places').locator('a, button, svg, span'))).toEqual([])
  })

  test('the views of an administrator fit into the height of a laptop, and so does signing out', async () => {
    const administrator = await makeUser(service, { isAdmin: true })
    const { page } = await enter(administrator, { viewport: { width: 1280, height: 800 }, locale: 'de-DE' })
    await page.locator('#places [href="/accounts"]').first().waitFor()

    const places = page.locator('#places')
    expect(await places.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  })

  test('the ways to sign in, which appear later, move nothing above them', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 740 } })
    let answer = () => {}
    const untilAsked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/server-info/*', async (route) => {
      await untilAsked
      await route.continue()
    })
    await page.goto(`${service.url}/auth/login`)
    const title = page.getByRole('heading', { name: 'Media library' })
    const before = await title.boundingBox()

    answer()
    await page.getByLabel('Password').waitFor()

    expect(await title.boundingBox()).toEqual(before)
  })

  test('the actions of a picture are in one row of any width, beside its details', async () => {
    const { page } = await enter('ada', { viewport: { width: 720, height: 640 } })
    await page.getByRole('link', { name: 'Albums' }).click()
    await page.getByRole('link', { name: /Around the world/ }).click()
    await untilPictures(page)
    await page.locator('[data-picture]').first().click()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.getByRole('button', { name: 'Set as cover' }).waitFor()

    for (const width of [720, 390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await expect.poll(() => listRows(page.locator('.yarl__toolbar > *'))).toHaveLength(1)
    }
  })

  test('the name of a month beside the wall does not cover the one that is shown', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    const slider = page.getByRole('slider', { name: 'Time' })
    const marker = slider.getByText((await slider.getAttribute('aria-valuetext')) ?? '', { exact: true })

    await marker.first().hover({ force: true })
    await marker.nth(1).waitFor()

    expect(await listOverlaps(marker)).toEqual([])
  })
})

/** Lists the positions of elements below the top of the window, each once. */
function listRows(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((all) => [...new Set(all.map((element) => element.getBoundingClientRect().top))])
}

/** Lists the pairs of elements that cover each other, except those of which one is in the other. */
function listOverlaps(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((all) => {
    const shown = all
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
    return shown.flatMap(({ element: one, box: a }, index) =>
      shown
        .slice(index + 1)
        .filter(({ element }) => !one.contains(element) && !element.contains(one))
        .filter(({ box: b }) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1)
        .filter(({ box: b }) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        .map(({ element }) => `${one.outerHTML.slice(0, 80)} and ${element.outerHTML.slice(0, 80)}`),
    )
  })
}
