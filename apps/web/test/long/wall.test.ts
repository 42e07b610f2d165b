import { expect, test } from 'vitest'
import { describeJourney, untilPictures } from '../support/journey.js'

describeJourney('the wall', ({ enter }) => {
  test('stands where it was left when somebody comes back', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    const wall = page.getByRole('region', { name: 'Pictures' })
    await wall.evaluate((element) => element.scrollTo(0, 1_000))
    await page.waitForFunction(standsStill)
    const before = await wall.evaluate(standsAt)

    await page.getByRole('link', { name: 'Albums' }).click()
    await page.getByRole('heading', { name: 'Albums' }).waitFor()
    await page.goBack()
    await page.waitForFunction(standsStill)

    await expect.poll(() => wall.evaluate(standsAt)).toEqual(before)
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
})

/**
 * Whether blocks with their pictures fill the window and have not moved since the previous frame; runs in the page, once a frame.
 */
function standsStill(): boolean {
  const wall = document.querySelector('[aria-label="Pictures"]')
  if (!wall) return false
  const { top, bottom } = wall.getBoundingClientRect()
  const boxes = [...wall.querySelectorAll('[data-block]')].map((block) => block.getBoundingClientRect())
  const isFull = boxes.some((box) => box.top <= top) && boxes.some((box) => box.bottom >= bottom)
  const places = JSON.stringify(boxes)
  const isAsBefore = wall.getAttribute('data-places') === places
  wall.setAttribute('data-places', places)
  return isFull && isAsBefore && wall.querySelectorAll('[data-waiting]').length === 0
}

/** Returns each visible day with its position in the window; runs in the page. */
function standsAt(wall: Element): [day: string | null, top: number][] {
  const { bottom } = wall.getBoundingClientRect()
  return [...wall.querySelectorAll('h2')]
    .map((day) => ({ name: day.textContent, box: day.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > 0 && box.top < bottom)
    .map(({ name, box }) => [name, Math.round(box.top)])
}
