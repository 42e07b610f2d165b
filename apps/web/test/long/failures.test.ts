import { test } from 'vitest'
import { describeJourney, untilPictures } from '../support/journey.js'

describeJourney('failures', ({ enter }) => {
  test('without a network the page says so, and goes on when it is back', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)

    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByText(/Your library cannot be reached/).waitFor()
    await page.context().setOffline(false)

    await page.getByRole('link', { name: 'beach' }).waitFor()
  })
})
