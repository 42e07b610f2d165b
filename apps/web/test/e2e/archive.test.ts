import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@media-library/client'
import { beforeAll, expect, test } from 'vitest'
import { describeJourney, untilPictures } from '../support/journey.js'
import { makeFolder, makePhoto, makeUser } from '../support/photos.js'

describeJourney('the archive', ({ enter, service }) => {
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
    await page.getByRole('heading', { name: 'Archive' }).waitFor()
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
})
