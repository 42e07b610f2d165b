import { createClient } from '@media-library/client'
import { beforeAll, test } from 'vitest'
import { createFormats } from '../../src/language/formats.js'
import { describeJourney, untilPictures } from '../support/journey.js'
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

  test.each([
    [1_280, '2020-06-20', '2020-06-20'],
    [1_280, '2020-06-15', '2020-06-12'],
    [390, '2020-06-17', '2020-06-17'],
    [390, '2021-01-01', '2020-06-21'],
  ])('on a window of %i pixels, the date %s leads to %s at the top', async (width, asked, top) => {
    const { page } = await enter(user, { viewport: { width, height: 700 } })
    await untilPictures(page)

    await page.getByLabel('Go to a date').fill(asked)

    await page.waitForFunction(isAtTop, weekday(new Date(top)))
  })
})

/** Returns whether the heading of a day is in the first row of the wall; runs in the page. */
function isAtTop(day: string): boolean {
  const wall = document.querySelector('[aria-label="Pictures"]')
  const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === day)
  if (!wall || !heading) return false
  return Math.abs(heading.getBoundingClientRect().top - wall.getBoundingClientRect().top) < 32
}
