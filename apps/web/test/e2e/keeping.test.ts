import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@media-library/client'
import { beforeAll, expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'
import { makeFolder, makePhoto, makeUser } from '../support/photos.js'

describeJourney('keeping a library', ({ enter, service, keep }) => {
  let user: { apiKey: string; email: string }
  beforeAll(async () => {
    user = await makeUser(service)
    const client = createClient({ baseUrl: service.url, apiKey: user.apiKey })
    const ids: string[] = []
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']) {
      const photo = Uint8Array.from(await makePhoto(service))
      ids.push((await client.uploadFile(new Blob([photo]), { name })).id)
    }
    await client.waitForJobs(ids, { name: 'regenerate-thumbnail' })
  })

  test('two are favourites, one goes to the trash from the light box, and comes back', async () => {
    const visitor = await enter(user)
    const { page } = visitor
    await untilPictures(page, 4)
    const tiles = page.locator('[data-picture]')
    await tiles.nth(0).click({ modifiers: ['Control'] })
    await tiles.nth(1).click({ modifiers: ['Control'] })

    await page.getByRole('button', { name: 'Favourite', exact: true }).click()
    await page.getByText('2 items are favourites now.').waitFor()
    await page.getByRole('link', { name: 'Favourites' }).click()
    await untilPictures(page, 2)
    await keep(page, 'favourites')
    await tiles.first().click()
    await page.waitForSelector('.yarl__slide_current img.yarl__slide_image')
    await keep(page, 'light-box-actions')
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('Moved 1 item to the trash.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Trash' }).click()
    await untilPictures(page, 1)
    await tiles.first().click({ modifiers: ['Control'] })
    await keep(page, 'trash')
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('Restored 1 item.').waitFor()
    await page.getByText('The trash is empty.').waitFor()
    await page.getByRole('link', { name: 'Favourites' }).click()
    await untilPictures(page, 2)
    expectNoFaults(visitor)
  })

  test('what is archived leaves the photos, and what is selected is downloaded as a ZIP', async () => {
    const { page } = await enter(user)
    await untilPictures(page, 4)
    const tiles = page.locator('[data-picture]')
    const archived = /Photo ([a-d])\.jpg/.exec((await tiles.nth(3).getAttribute('aria-label')) ?? '')?.[1]
    await tiles.nth(3).click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText('1 item is archived.').waitFor()
    await tiles.nth(3).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Archive' }).click()
    await untilPictures(page, 1)
    await tiles.nth(0).click({ modifiers: ['Control'] })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const download = await downloading

    expect(download.suggestedFilename()).toBe('Photos.zip')
    const path = join(await makeFolder({}), 'photos.zip')
    await download.saveAs(path)
    const zip = await readFile(path)
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    expect(zip.includes(`${archived}.jpg`)).toBe(true)
  })

  test('somebody sees where they are signed in, and signs out everywhere else', async () => {
    await enter(user)
    const { page } = await enter(user)
    await page.getByRole('link', { name: /^Account/ }).click()
    await keep(page, 'account')

    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()

    await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' })
    const client = createClient({ baseUrl: service.url, apiKey: user.apiKey })
    expect(await client.getAuthDevices()).toHaveLength(1)
  })
})
