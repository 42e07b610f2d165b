import { createClient } from '@media-library/client'
import { test } from 'vitest'
import { describeJourney } from '../support/journey.js'

describeJourney('jobs', ({ service, enter, keep }) => {
  test('the page of jobs is told by events, and listens only while it is seen', async () => {
    const { page } = await enter('ada')
    const counts = `${service.url}/api/asset/jobs/counts`
    // The page that was left listens no more.
    await page.goto('about:blank')
    const listening = page.waitForRequest(`${service.url}/api/events`)
    await page.goto(`${service.url}/jobs`)
    const request = await listening
    // Events begin with reading everything again.
    await page.waitForResponse(counts)
    await page.getByRole('progressbar', { name: 'Previews' }).waitFor()
    await keep(page, 'jobs')
    const client = createClient({ baseUrl: service.url, apiKey: service.keys.ada })
    const [asset] = await client.getAllAssets({ limit: 1 }).then(({ items }) => items)
    const counted = page.waitForRequest(counts, { timeout: 100_000 })

    await client.runAssetJobs({ assetIds: [asset?.id ?? ''], name: 'refresh-metadata' })

    await counted
    const ended = page.waitForEvent('requestfailed', (failed) => failed === request)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await ended
  })
})
