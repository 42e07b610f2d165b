import { createClient } from '@media-library/client'
import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'
import { makePhoto, makeUser } from '../support/photos.js'

describeJourney('albums', ({ enter, keep, service }) => {
  test('an album of a selection is shared with somebody found by name, who opens it', async () => {
    const ada = await enter('ada')
    await untilPictures(ada.page)
    const tiles = ada.page.locator('[data-picture]')
    const name = `Lagoon ${Date.now()}`

    await tiles.nth(0).click({ modifiers: ['Control'] })
    await tiles.nth(2).click({ modifiers: ['Shift'] })
    await keep(ada.page, 'selection')
    await ada.page.getByRole('button', { name: 'Album' }).click()
    await ada.page.getByLabel('Name', { exact: true }).fill(name)
    await ada.page.getByLabel('Find people by name').fill('ben')
    await ada.page.getByLabel('Ben Example').check()
    await keep(ada.page, 'new-album')
    await ada.page.getByRole('button', { name: 'Make the album' }).click()
    await ada.page.getByText('has 3 items').waitFor()

    const ben = await enter('ben')
    await ben.page.getByRole('link', { name: 'Albums' }).click()
    await ben.page.getByRole('region', { name: 'Shared with me' }).getByRole('link', { name }).click()
    await untilPictures(ben.page, 3)
    expect(await ben.page.locator('[data-picture]').count()).toBe(3)
    expect(await ben.page.getByRole('button', { name: 'Share' }).count()).toBe(0)
    await keep(ben.page, 'shared-album')
    await ben.page.locator('[data-picture]').first().click()
    await ben.page.waitForSelector('.yarl__slide_current img.yarl__slide_image')
    for (const visitor of [ada, ben]) expectNoFaults(visitor)
  })

  test('an album is shared with more people later', async () => {
    const { page } = await enter('ada')
    await page.getByRole('link', { name: 'Albums' }).click()
    await page.getByRole('link', { name: /Around the world/ }).click()

    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByLabel('Ben Example').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click()

    await page.getByText('is shared with Ben Example').waitFor()
    await page.getByText(/12 items, shared with Ben Example/).waitFor()
  })

  test('an album is renamed, given a selection, and loses one of it', async () => {
    const user = await makeUser(service)
    const client = createClient({ baseUrl: service.url, apiKey: user.apiKey })
    for (const name of ['a.jpg', 'b.jpg']) {
      await client.uploadFile(new Blob([Uint8Array.from(await makePhoto(service))]), { name })
    }
    const { id } = await client.createAlbum({ albumName: 'Trip' })
    const visitor = await enter(user)
    const { page } = visitor
    await untilPictures(page, 2)
    const tiles = page.locator('[data-picture]')

    await tiles.nth(0).click({ modifiers: ['Control'] })
    await tiles.nth(1).click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Add to…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Trip' }).click()
    await page.getByText('Added 2 items to').waitFor()
    await page.getByRole('link', { name: 'Trip' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.keyboard.type('Summer')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Summer' }).waitFor()
    await tiles.nth(0).click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Remove' }).click()

    await page.getByText('Removed 1 item from the album.').waitFor()
    await page.getByText('1 item', { exact: true }).waitFor()
    expect(await client.getAlbumInfo(id, { minimal: true })).toMatchObject({ albumName: 'Summer', assetCount: 1 })
    expectNoFaults(visitor)
  })

  test('a selection is tagged, and the tag is renamed, taken off and deleted', async () => {
    const visitor = await enter('ada')
    const { page } = visitor
    const name = `Reef ${Date.now()}`
    await untilPictures(page)
    await page
      .locator('[data-picture]')
      .nth(0)
      .click({ modifiers: ['Control'] })

    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await page.getByLabel('Tag', { exact: true }).fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name }).click()
    await untilPictures(page, 1)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.keyboard.type(`${name} renamed`)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: `${name} renamed` }).waitFor()
    await page
      .locator('[data-picture]')
      .nth(0)
      .click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Untag' }).click()
    await page.getByText('Took the tag off 1 item.').waitFor()
    await page.getByText('Nothing has this tag.').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await keep(page, 'delete-tag')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText(`The tag “${name} renamed” is deleted.`).waitFor()
    expect(await page.getByRole('link', { name: `${name} renamed` }).count()).toBe(0)
    expectNoFaults(visitor)
  })

  test('the pictures of a tag are a wall, too', async () => {
    const { page } = await enter('ada')
    await page.getByRole('link', { name: 'Tags' }).click()

    await page.getByRole('link', { name: 'beach' }).click()

    await untilPictures(page)
    expect(await page.title()).toBe('beach – Media library')
  })
})
