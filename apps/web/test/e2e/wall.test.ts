import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'

describeJourney('the wall', ({ enter, keep, service }) => {
  test('shows the days, newest first, and leads to any year and date (W5)', async () => {
    const visitor = await enter('ada', { viewport: { width: 1_280, height: 400 } })
    const { page } = visitor
    await untilPictures(page)
    await keep(page, 'wall')
    const days = await page
      .getByRole('region', { name: 'Pictures' })
      .getByRole('heading', { level: 2 })
      .allTextContents()
    const slider = page.getByRole('slider', { name: 'Time' })
    const atFirst = await slider.getAttribute('aria-valuetext')

    await page.getByLabel('Go to a date').fill('2022-08-19')
    await page.getByRole('heading', { name: /2022$/ }).waitFor()
    await slider.and(page.locator(`:not([aria-valuetext="${atFirst}"])`)).waitFor()
    await slider.focus()
    await page.keyboard.press('Home')
    await slider.and(page.locator(`[aria-valuetext="${atFirst}"]`)).waitFor()

    expect(days.length).toBeGreaterThan(1)
    expect(atFirst).toMatch(/\d{4}/)
    expect(days[0]).not.toContain('2022')
    expectNoFaults(visitor)
  })

  test('the pictures of the first screen, and no others, are loaded first', async () => {
    const { page } = await enter('ada', { viewport: { width: 1_280, height: 400 } })
    await untilPictures(page)

    const images = await page.locator('[data-picture] img').evaluateAll((all) =>
      all.map((image) => {
        const wall = image.closest('section')?.getBoundingClientRect()
        const isSeen = image.getBoundingClientRect().top < (wall?.bottom ?? 0)
        return { isSeen, isFirst: image.getAttribute('fetchpriority') === 'high' }
      }),
    )

    expect(images.filter(({ isFirst }) => isFirst)).toEqual(images.filter(({ isSeen }) => isSeen))
    expect(new Set(images.map(({ isSeen }) => isSeen)).size).toBe(2)
  })

  test('without a network, an address opens a page that says so', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))

    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Your library cannot be reached' }).waitFor()
    await page.context().setOffline(false)

    await untilPictures(page)
  })

  test('one picture large says what is known of it, leads to the next, and gives that one the focus in the wall', async () => {
    const visitor = await enter('ada')
    const { page } = visitor
    await untilPictures(page)
    const second = await page.locator('[data-picture]').nth(1).getAttribute('data-picture')

    await page.locator('[data-picture]').first().click()
    await page.waitForSelector('.yarl__slide_current img.yarl__slide_image')
    await keep(page, 'picture')
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.getByRole('complementary', { name: 'Details' }).getByText('NIKON').waitFor()
    await keep(page, 'details')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL((url) => url.searchParams.get('picture') === second)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.waitForFunction((id) => document.activeElement?.getAttribute('data-picture') === id, second)
    expectNoFaults(visitor)
  })

  test('the wall stays visible until a picture by its address is known', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    const id = '0190f3d2-1a2b-7c3d-8e4f-5a6b7c8d9e0f'
    await page.route(`**/api/asset/${id}`, () => {})

    await page.goto(`${service.url}/?picture=${id}`)
    await page.getByRole('status', { name: 'Opening the picture' }).waitFor()

    // The code of the light box, when it is loaded, replaces the element by its own.
    const colour = await page.evaluate(() => {
      const opening = document.querySelector('[aria-label="Opening the picture"]')?.parentElement
      return opening && getComputedStyle(opening).backgroundColor
    })
    expect(colour).toBe('rgba(0, 0, 0, 0)')
  })

  test('a video plays from where it is seeked to, and keys lead on from it when it was clicked', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    const ids = await page
      .locator('[data-picture]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-picture')))
    const link = page.getByRole('link', { name: /, Video / }).first()
    const position = ids.indexOf(await link.getAttribute('data-picture'))

    await link.click()
    const video = page.locator('.yarl__slide_current video')
    await video.waitFor()
    const { at, length } = await video.evaluate(async (element: HTMLVideoElement) => {
      element.muted = true
      if (element.readyState < 1)
        await new Promise((resolve) => element.addEventListener('loadedmetadata', resolve, { once: true }))
      element.currentTime = element.duration * 0.6
      await new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
      return { at: element.currentTime, length: element.duration }
    })
    await video.click()
    for (const next of [position + 1, position + 2]) {
      await page.keyboard.press('ArrowRight')
      await page.waitForURL((url) => url.searchParams.get('picture') === ids[next])
    }
    await page.keyboard.press('Escape')

    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(at).toBeGreaterThanOrEqual(length * 0.6 - 0.1)
  })
})
