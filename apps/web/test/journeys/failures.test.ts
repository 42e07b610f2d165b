import { expect, test } from 'vitest'
import { describeJourney, untilPictures } from '../support/journey.js'

const busy = {
  type: '/problems/unavailable',
  title: 'The service cannot answer now',
  status: 503,
  detail: 'The database is restarting.',
  instance: 'urn:uuid:7c3f6fd4-9d1c-4c39-9c0b-6f0a4c4f8a52',
  code: 'unavailable',
}

describeJourney('failures', ({ enter, service }) => {
  test('without a network the page says so, and goes on when it is back', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)

    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Tags' }).click()
    await page.getByText('The service cannot be reached').waitFor()
    await page.context().setOffline(false)

    await page.getByRole('link', { name: 'beach' }).waitFor()
  })

  test('a service that cannot answer is quoted, and asked again', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    let isBusy = true
    await page.route('**/api/album**', (route) =>
      isBusy
        ? route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            headers: { 'retry-after': '60' },
            body: JSON.stringify(busy),
          })
        : route.continue(),
    )

    await page.getByRole('link', { name: 'Albums' }).click()
    await page.getByText('The database is restarting.').waitFor()
    isBusy = false
    await page.getByRole('button', { name: 'Try again' }).click()

    await page.getByText('Around the world').waitFor()
  })

  test('an address that leads nowhere, and an album of somebody else, are said in words', async () => {
    const { page } = await enter('ben')

    await page.goto(`${service.url}/nowhere`)
    await page.getByText('There is nothing here').waitFor()
    await page.goto(`${service.url}/albums/0190f3d2-1a2b-7c3d-8e4f-5a6b7c8d9e0f`)
    await page.getByText('There is no such thing').waitFor()

    expect(await page.getByRole('alert').count()).toBe(1)
  })
})
