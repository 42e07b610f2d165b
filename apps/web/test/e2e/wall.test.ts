import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'

describeJourney('the wall', ({ enter, keep }) => {
  test('W5 shows the days, newest first, and leads to any year', async () => {
    const visitor = await enter('ada')
    const { page } = visitor
    await untilPictures(page)
    await keep(page, 'wall')
    const days = await page
      .getByRole('region', { name: 'Pictures' })
      .getByRole('heading', { level: 2 })
      .allTextContents()

    const slider = page.getByRole('slider', { name: 'Time' })
    const first = await slider.getAttribute('aria-valuetext')

    await slider.focus()
    await page.keyboard.press('End')
    await page
      .getByRole('slider', { name: 'Time' })
      .and(page.locator(`:not([aria-valuetext="${first}"])`))
      .waitFor()

    const last = await slider.getAttribute('aria-valuetext')
    expect(days.length).toBeGreaterThan(1)
    expect(last).toMatch(/\d{4}/)
    expect(days[0]).not.toContain(last)
    expectNoFaults(visitor)
  })

  test.each([{ width: 1_440 }, { width: 2_560 }])(
    'pictures fill 85 percent of a wall in a window of $width pixels',
    async ({ width }) => {
      const { page } = await enter('ada', { viewport: { width, height: 4_000 } })
      await untilPictures(page, 38)

      const share = await page.getByRole('region', { name: 'Pictures' }).evaluate((wall) => {
        const boxes = [...wall.querySelectorAll('[data-picture]')].map((picture) => picture.getBoundingClientRect())
        const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0)
        const height = Math.max(...boxes.map(({ bottom }) => bottom)) - wall.getBoundingClientRect().top
        return area / (wall.clientWidth * height)
      })

      expect(share).toBeGreaterThanOrEqual(0.85)
    },
  )

  test('a date leads to its day, and the date of what is seen stays', async () => {
    const { page } = await enter('ada', { viewport: { width: 1_280, height: 400 } })
    await untilPictures(page)

    await page.getByLabel('Go to a date').fill('2022-08-19')

    await page.getByRole('heading', { name: /2022$/ }).waitFor()
    await page.waitForFunction(() => document.querySelector('label')?.textContent?.includes('202'))
  })

  test('the picture that was shown last has the focus when the wall is back', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    const second = await page.locator('[data-picture]').nth(1).getAttribute('data-picture')

    await page.locator('[data-picture]').first().click()
    await page.waitForSelector('.yarl__slide_current img.yarl__slide_image')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL((url) => url.searchParams.get('picture') === second)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.waitForFunction((id) => document.activeElement?.getAttribute('data-picture') === id, second)
  })

  test('the Tab key leads through the bar of a selection to one picture', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    await page.locator('[data-picture]').first().focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Clear selection' }).focus()

    const stops: string[] = []
    for (let stop = 0; stop < 20; stop += 1) {
      await page.keyboard.press('Tab')
      stops.push(await page.evaluate(() => (document.activeElement?.matches('[data-picture]') ? 'picture' : 'other')))
    }

    expect(stops.filter((stop) => stop === 'picture')).toHaveLength(1)
  })

  test('without a network, an address opens a page that says so', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))

    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Your library is out of reach' }).waitFor()
    await page.context().setOffline(false)

    await untilPictures(page)
  })

  test('one picture large says what is known of it, and leads to the next', async () => {
    const visitor = await enter('ada')
    const { page } = visitor
    await untilPictures(page)

    await page.locator('[data-picture]').first().click()
    await page.waitForSelector('.yarl__slide_current img.yarl__slide_image')
    await keep(page, 'picture')
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.getByRole('complementary', { name: 'Details' }).getByText('NIKON').waitFor()
    await keep(page, 'details')
    const first = page.url()
    await page.keyboard.press('ArrowRight')

    await page.waitForFunction((url) => location.href !== url, first)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expectNoFaults(visitor)
  })

  test('a video plays from where it is seeked to', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)

    await page
      .getByRole('link', { name: /, Video / })
      .first()
      .click()
    const video = page.locator('.yarl__slide_current video')
    await video.waitFor()
    await video.evaluate(async (element: HTMLVideoElement) => {
      element.muted = true
      if (element.readyState < 1)
        await new Promise((resolve) => element.addEventListener('loadedmetadata', resolve, { once: true }))
      element.currentTime = element.duration * 0.6
      await new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
    })

    const { at, length } = await video.evaluate(({ currentTime: at, duration: length }: HTMLVideoElement) => ({
      at,
      length,
    }))
    expect(at).toBeGreaterThanOrEqual(length * 0.6 - 0.1)
  })
})
