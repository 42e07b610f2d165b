import { createClient } from '@media-library/client'
import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults } from '../support/journey.js'
import { makeUser } from '../support/photos.js'

const ALBUMS = 160
const AT_ONCE = 20

/** More than a window of albums needs, and less than a hundred albums have. */
const MOST_ELEMENTS = 400

describeJourney('a long list', ({ enter, service }) => {
  test('of albums draws what is seen, counts all of them, keeps the focus, and stands where it was left', async () => {
    const user = await makeUser(service)
    const client = createClient({ baseUrl: service.url, apiKey: user.apiKey })
    for (let first = 0; first < ALBUMS; first += AT_ONCE) {
      const names = Array.from({ length: AT_ONCE }, (_, index) => `Album ${String(first + index).padStart(3, '0')}`)
      await Promise.all(names.map((albumName) => client.createAlbum({ albumName })))
    }
    const visitor = await enter(user)
    const { page } = visitor
    await page.getByRole('link', { name: 'Albums' }).click()
    await page.getByLabel('Order').selectOption({ label: 'By name' })
    const albums = page.getByRole('region', { name: 'Mine' })
    const first = albums.getByRole('listitem').first()
    await first.getByText('Album 000').waitFor()

    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(MOST_ELEMENTS)
    await expect.poll(() => first.getAttribute('aria-setsize')).toBe(String(ALBUMS))
    expect(await first.getAttribute('aria-posinset')).toBe('1')

    await first.getByRole('link').focus()
    await page.mouse.move(640, 400)
    await page.mouse.wheel(0, 1_000_000)
    const last = albums.getByRole('link', { name: 'Album 159' })
    // It stands still then.
    await last.click({ trial: true })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Album 000')
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(MOST_ELEMENTS)

    const { y: before } = (await last.boundingBox()) ?? { y: 0 }
    await last.click()
    await page.getByRole('heading', { name: 'Album 159' }).waitFor()
    await page.goBack()
    await expect.poll(async () => (await last.boundingBox())?.y).toBeCloseTo(before, 0)

    await page.getByPlaceholder('Find by name').fill('album 123')
    await albums.getByRole('link', { name: 'Album 123' }).click()
    await page.getByRole('heading', { name: 'Album 123' }).waitFor()
    expectNoFaults(visitor)
  })
})
