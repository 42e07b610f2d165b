import { createClient } from '@media-library/client'
import { expect, test } from 'vitest'
import { listFindings } from '../support/axe.js'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'
import { makeFolder, makePhoto } from '../support/photos.js'

describeJourney('links', ({ enter, visit, service, keep }) => {
  test('a friend without an account sees an album by a link with a password, until it is taken back', async () => {
    const ada = createClient({ baseUrl: service.url, apiKey: service.keys.ada })
    const { items } = await ada.getAllAssets({ limit: 3 })
    const albumName = `Friends ${Date.now()}`
    const { id } = await ada.createAlbum({ albumName, assetIds: items.map((asset) => asset.id) })
    const owner = await enter('ada')
    await owner.page.goto(`${service.url}/albums/${id}`)

    await owner.page.getByRole('button', { name: 'Link', exact: true }).click()
    const dialog = owner.page.getByRole('dialog')
    await dialog.getByLabel('Password').fill('our secret')
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    const address = await dialog.getByLabel('Address of the link').inputValue()
    await keep(owner.page, 'link-dialog')

    const friend = await visit({ bypassCSP: true, viewport: { width: 360, height: 740 } })
    const { page } = friend
    const opened = await page.goto(address)
    expect(opened?.headers()['x-robots-tag']).toBe('noindex, nofollow')
    expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
    await page.getByLabel('Password').fill('a guess')
    await page.keyboard.press('Enter')
    await page.getByText('This is not the password').waitFor()
    expect(await listFindings(page)).toEqual([])
    await page.getByLabel('Password').fill('our secret')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: albumName }).waitFor()
    await untilPictures(page, 3)
    await keep(page, 'link-visitor')
    expect(await listFindings(page)).toEqual([])
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.locator('[data-picture]').first().click()
    await page.waitForSelector('.yarl__slide_current img.yarl__slide_image')
    expect(await page.getByRole('button', { name: 'Move to trash' }).count()).toBe(0)
    await page.keyboard.press('Escape')

    await dialog.getByRole('button', { name: 'Take back' }).click()
    const question = owner.page.getByRole('dialog', { name: 'Take back the link?' })
    await question.getByRole('button', { name: 'Take back' }).click()
    await owner.page.getByText('The link is taken back.').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
    expect(await listFindings(page)).toEqual([])
    expectNoFaults(owner)
  })

  test('a guest adds a photo to an album whose link takes them', async () => {
    const ada = createClient({ baseUrl: service.url, apiKey: service.keys.ada })
    const { id } = await ada.createAlbum({ albumName: `Guests ${Date.now()}` })
    const link = await ada.createSharedLink({ type: 'ALBUM', albumId: id, allowUpload: true })
    const guest = await visit({ bypassCSP: true, viewport: { width: 360, height: 740 }, locale: 'de-DE' })
    const { page } = guest
    await page.goto(`${service.url}/share/${link.key}`)

    const folder = await makeFolder({ 'party.jpg': await makePhoto(service) })
    await page.getByRole('button', { name: 'Fotos hinzufügen' }).waitFor()
    await page.locator('input[type=file]').setInputFiles(`${folder}/party.jpg`)

    await page.getByText('1 Datei hinzugefügt. Danke!').waitFor()
    await untilPictures(page, 1)
    expect((await ada.getAlbumInfo(id, { minimal: true })).assetCount).toBe(1)
    expect(await listFindings(page)).toEqual([])
    expectNoFaults(guest)
    await ada.removeSharedLink(link.id)
  })

  test('chosen photos are shown without places and downloads', async () => {
    const ada = createClient({ baseUrl: service.url, apiKey: service.keys.ada })
    const owner = await enter('ada')
    await untilPictures(owner.page)
    await owner.page.locator('[data-picture]').first().hover()
    await owner.page.locator('[data-check]').first().click()

    await owner.page.getByRole('button', { name: 'Link', exact: true }).click()
    const dialog = owner.page.getByRole('dialog')
    await dialog.getByLabel(/^Show places/).uncheck()
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    const address = await dialog.getByLabel('Address of the link').inputValue()

    const { page } = await visit()
    await page.goto(address)
    await untilPictures(page, 1)
    await page.locator('[data-picture]').first().click()
    await page.waitForSelector('.yarl__slide_current img.yarl__slide_image')
    expect(await page.getByRole('button', { name: 'Details' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: /^Download/ }).count()).toBe(0)
    await owner.page.goto(`${service.url}/account`)
    await owner.page.getByRole('region', { name: 'Links' }).getByText('without places and descriptions').waitFor()
    for (const { id } of await ada.getAllSharedLinks()) await ada.removeSharedLink(id)
  })
})
