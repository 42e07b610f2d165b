import { expect, test } from 'vitest'
import { describeJourney, untilPictures } from '../support/journey.js'

describeJourney('jobs', ({ enter, keep }) => {
  test.each(['Read the metadata again', 'Make the thumbnails again', 'Make videos playable again'])(
    '%s: runs for a selection, and tells when it has ended',
    async (job) => {
      const { page } = await enter('ada')
      await untilPictures(page)
      await page
        .locator('[data-picture]')
        .nth(0)
        .click({ modifiers: ['Control'] })
      await page
        .locator('[data-picture]')
        .nth(1)
        .click({ modifiers: ['Control'] })

      await page.getByLabel('Run a job').selectOption(job)

      await page.getByText(`${job}: done for 2 items.`).waitFor()
    },
  )

  test('the page of jobs counts them by name and state', async () => {
    const { page } = await enter('ada')
    await page.getByRole('link', { name: 'Jobs' }).click()

    const row = page.getByRole('row', { name: /Thumbnails/ })
    await row.waitFor()
    await keep(page, 'jobs')

    expect(Number(await row.getByRole('cell').nth(2).textContent())).toBeGreaterThan(0)
  })
})
