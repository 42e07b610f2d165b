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

    await page.getByRole('slider', { name: 'Time' }).focus()
    await page.keyboard.press('End')
    await page.waitForFunction((first) => !document.body.textContent?.includes(first), days[0] ?? '')

    const last = await page.getByRole('slider', { name: 'Time' }).getAttribute('aria-valuetext')
    expect(days.length).toBeGreaterThan(1)
    expect(last).toMatch(/\d{4}/)
    expect(days[0]).not.toContain(last)
    expectNoFaults(visitor)
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
