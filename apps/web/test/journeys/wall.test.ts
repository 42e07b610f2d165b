import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'

describeJourney('the wall', ({ enter, keep }) => {
  const selected = (count: number) => `text=${count} selected`

  test('W5 shows the days, newest first, and leads to any year', async () => {
    const visitor = await enter('ada')
    const { page } = visitor
    await untilPictures(page)
    await keep(page, 'wall')
    const days = await page.locator('.day h2').allTextContents()

    await page.getByRole('slider', { name: 'Time' }).focus()
    await page.keyboard.press('End')
    await page.waitForFunction((first) => !document.body.textContent?.includes(first), days[0] ?? '')

    const last = await page.getByRole('slider', { name: 'Time' }).getAttribute('aria-valuetext')
    expect(days.length).toBeGreaterThan(1)
    expect(last).toMatch(/\d{4}/)
    expect(days[0]).not.toContain(last)
    expectNoFaults(visitor)
  })

  test('stands where it was left when somebody comes back', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    const wall = page.getByRole('region', { name: 'Pictures' })
    await wall.hover()
    for (let turn = 0; turn < 8; turn += 1) {
      await page.mouse.wheel(0, 250)
      await page.waitForTimeout(100)
    }
    await page.waitForFunction(isWhole)
    const before = await wall.evaluate(standsAt)

    await page.getByRole('link', { name: 'Albums' }).click()
    await page.getByRole('heading', { name: 'Albums' }).waitFor()
    await page.goBack()
    await untilPictures(page)
    await page.waitForFunction(isWhole)

    expect(await wall.evaluate(standsAt)).toEqual(before)
  })

  test('is used by the keyboard alone', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)

    await page.getByRole('region', { name: 'Pictures' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await page.waitForSelector(selected(1))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.waitForSelector(selected(3))
    await page.keyboard.press('Escape')
    await page.waitForSelector('.selection-bar', { state: 'detached' })
    await page.keyboard.press('Enter')

    await page.getByRole('dialog').waitFor()
    expect(page.url()).toContain('picture=')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('pictures are selected by a click, by Shift, and by dragging', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    const tiles = page.locator('[data-picture]')

    await tiles.nth(0).click({ modifiers: ['Control'] })
    await tiles.nth(2).click({ modifiers: ['Shift'] })
    await page.waitForSelector(selected(3))
    await tiles.nth(1).click()
    await page.waitForSelector(selected(2))
    await page.getByRole('button', { name: 'Select nothing' }).click()
    await tiles.nth(3).hover()
    await page.mouse.down()
    await tiles.nth(4).hover()
    await tiles.nth(5).hover()
    await page.mouse.up()

    await page.waitForSelector(selected(3))
    expect(page.url()).not.toContain('picture=')
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
      .getByRole('link', { name: /^Video / })
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

/** Runs in the page: whether each day on it has its pictures. */
function isWhole(): boolean {
  return document.querySelectorAll('.day-empty').length === 0
}

/** Runs in the page: each day that can be seen, with its place in the window. */
function standsAt(wall: Element): [day: string | null, top: number][] {
  const { bottom } = wall.getBoundingClientRect()
  return [...wall.querySelectorAll('.day')]
    .map((day) => ({ name: day.querySelector('h2')?.textContent ?? null, box: day.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > 0 && box.top < bottom)
    .map(({ name, box }) => [name, Math.round(box.top)])
}
