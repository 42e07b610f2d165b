import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'

describeJourney('albums', ({ enter, keep }) => {
  test('an album of a selection is shared with somebody found by name, who opens it', async () => {
    const ada = await enter('ada')
    await untilPictures(ada.page)
    const tiles = ada.page.locator('[data-picture]')
    const name = `Lagoon ${Date.now()}`

    await tiles.nth(0).click({ modifiers: ['Control'] })
    await tiles.nth(2).click({ modifiers: ['Shift'] })
    await keep(ada.page, 'selection')
    await ada.page.getByRole('button', { name: 'New album' }).click()
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
    await ben.page.keyboard.press('Escape')
    await ben.page.getByRole('button', { name: 'Leave' }).click()
    await ben.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await ben.page.getByText(`You left the album “${name}”.`).waitFor()
    await ben.page.getByRole('link', { name }).waitFor({ state: 'detached' })
    for (const visitor of [ada, ben]) expectNoFaults(visitor)
  })

  test('the pictures of a tag are a wall, too', async () => {
    const { page } = await enter('ada')
    await page.getByRole('link', { name: 'Tags' }).click()

    await page.getByRole('link', { name: 'beach' }).click()

    await untilPictures(page)
    expect(await page.title()).toBe('beach – Media library')
  })
})
