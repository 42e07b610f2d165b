import { createClient } from '@media-library/client'
import { beforeAll, expect, test } from 'vitest'
import { createFormats } from '../../src/language/formats.js'
import { describeJourney, untilAtTop, untilPictures } from '../support/journey.js'
import { addDays } from '../support/library.js'
import { makeUser } from '../support/photos.js'

/** Days of which several share a row, between days that fill a window each. */
const days = { '2022-05-01': 40, '2020-06-21': 12, '2020-06-20': 9, '2020-06-17': 8, '2020-06-12': 7, '2018-03-03': 60 }

const { weekday } = createFormats('en-GB')

describeJourney('a wall of days', ({ enter, service }) => {
  let user: { apiKey: string }
  beforeAll(async () => {
    user = await makeUser(service)
    await addDays(createClient({ baseUrl: service.url, apiKey: user.apiKey }), days)
  })

  test('a date, or the next one with photos, leads to the top of a window of any width', async () => {
    const { page } = await enter(user, { viewport: { width: 1_280, height: 700 } })
    await untilPictures(page)

    for (const [width, asked, top] of [
      [1_280, '2020-06-20', '2020-06-20'],
      [1_280, '2020-06-15', '2020-06-12'],
      [390, '2020-06-17', '2020-06-17'],
      [390, '2021-01-01', '2020-06-21'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      await page.getByLabel('Go to a date').fill(asked)

      await untilAtTop(page, weekday(new Date(top)))
    }
  })

  test('a mouse that selects scrolls the wall at its edges, and beyond, until it is released', async () => {
    const { page } = await enter(user, { viewport: { width: 1_280, height: 700 } })
    await untilPictures(page)
    const wall = page.getByRole('region', { name: 'Pictures' })
    const first = page.locator('[data-picture]').first()
    const status = page.getByRole('toolbar', { name: 'Selection' }).getByRole('status')
    const readCount = async () => Number.parseInt((await status.textContent()) ?? '', 10)

    await first.hover()
    await page.mouse.down()
    await page.mouse.move(600, 300)
    await page.mouse.move(600, 690)
    await page.waitForFunction(() => (document.querySelector('[aria-label="Pictures"]')?.scrollTop ?? 0) > 2_000)
    await expect.poll(readCount).toBeGreaterThan(30)
    await page.mouse.move(600, 1)
    await page.waitForFunction(() => document.querySelector('[aria-label="Pictures"]')?.scrollTop === 0)
    await page.mouse.move(600, 690)
    await page.waitForFunction(() => (document.querySelector('[aria-label="Pictures"]')?.scrollTop ?? 0) > 300)
    await page.mouse.up()

    const left = await wall.evaluate(({ scrollTop }) => scrollTop)
    await page.mouse.move(500, 690)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await wall.evaluate(({ scrollTop }) => scrollTop)).toBe(left)
    expect(await readCount()).toBeGreaterThan(30)
    expect(new URL(page.url()).search).toBe('')
  })
})
