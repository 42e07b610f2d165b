import { createClient } from '@media-library/client'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'

describeJourney('albums', ({ enter, service, keep }) => {
  test('somebody with whom an album is shared looks at it, and leaves it', async () => {
    const ada = createClient({ baseUrl: service.url, apiKey: service.keys.ada })
    const { items } = await ada.getAllAssets({ limit: 3 })
    const ben = (await ada.getAllUsers()).find(({ name }) => name === 'Ben Example')
    const albumName = `Lagoon ${Date.now()}`
    const written = 'Mornings.\nEvenings.'
    for (const { id } of items) await ada.updateAsset(id, { description: written })
    await ada.createAlbum({
      albumName,
      description: written,
      assetIds: items.map(({ id }) => id),
      sharedWithUserIds: [ben?.id ?? ''],
    })
    const visitor = await enter('ben')
    const { page } = visitor

    await page.getByRole('link', { name: 'Albums' }).click()
    await page.getByRole('region', { name: 'Shared with me' }).getByRole('link', { name: albumName }).click()
    await untilPictures(page, 3)
    await page.getByRole('button', { name: 'Leave' }).waitFor()
    expect(await page.locator('[data-picture]').count()).toBe(3)
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0)
    await keep(page, 'shared-album')
    expect(await readLines(page.getByText('Mornings.'))).toBe(written)
    await page.locator('[data-picture]').first().click()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    const details = page.getByRole('complementary', { name: 'Details' })
    expect(await readLines(details.getByText('Mornings.'))).toBe(written)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()

    await page.getByText(`You left the album “${albumName}”.`).waitFor()
    await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
    await page.getByRole('link', { name: albumName }).waitFor({ state: 'detached' })
    expectNoFaults(visitor)
  })
})

/** Reads a text with the lines in which it is shown. */
function readLines(text: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: the lines are those on the screen
  return text.innerText()
}
