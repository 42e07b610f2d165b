import { createClient } from '@media-library/client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'
import { dropOn, makeFolder, makePhoto, makeUser } from '../support/photos.js'

describeJourney('uploads', ({ enter, service, keep }) => {
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Uploads' })
  const clientOf = ({ apiKey }: { apiKey: string }) => createClient({ baseUrl: service.url, apiKey })
  const choose = async (page: Page, button: string, paths: string | string[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: button, exact: true }).click()
    await (await chooser).setFiles(paths)
  }
  const namesOf = async (user: { apiKey: string }) => {
    const { items } = await clientOf(user).getAllAssets()
    return items.map(({ originalFileName }) => originalFileName).sort()
  }

  test('an empty library takes what is chosen, and the wall shows it', async () => {
    const user = await makeUser(service)
    const folder = await makeFolder({ 'a.jpg': await makePhoto(service), 'b.jpg': await makePhoto(service) })
    const visitor = await enter(user)
    const { page } = visitor
    await page.getByText('Drop photos or folders here').waitFor()
    await keep(page, 'empty')

    await choose(page, 'Choose photos', [`${folder}/a.jpg`, `${folder}/b.jpg`])

    await panelOf(page).getByText('2 files added', { exact: true }).waitFor()
    await untilPictures(page, 2)
    await keep(page, 'uploaded')
    expectNoFaults(visitor)
  })

  test('W6 a dropped folder is added with its side-cars; copies and other files are named', async () => {
    const user = await makeUser(service)
    const known = await makePhoto(service)
    await clientOf(user).uploadFile(new Blob([Uint8Array.from(known)]), { name: 'known.jpg' })
    const folder = await makeFolder({
      'Rome/known.jpg': known,
      'Rome/new.jpg': await makePhoto(service),
      'Rome/new.xmp':
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">The forum</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>',
      'Rome/more/false.jpg': 'This is text, whatever its name says.',
      'Rome/more/notes.txt': 'text',
    })
    const visitor = await enter(user)
    const { page } = visitor
    await untilPictures(page)

    await dropOn(page, `${folder}/Rome`)

    const panel = panelOf(page)
    await panel.getByText('1 file added, 1 file already in the library, 2 files not added.').waitFor()
    const refused = panel.getByRole('listitem')
    expect(await refused.filter({ hasText: 'Rome/more/false.jpg' }).textContent()).toContain(
      'The file is not a photo, video or sound',
    )
    expect(await refused.filter({ hasText: 'Rome/more/notes.txt' }).textContent()).toContain('give it the usual ending')
    await panel.getByText('1 file already in the library', { exact: true }).click()
    expect(await refused.filter({ hasText: 'Rome/known.jpg' }).count()).toBe(1)
    await keep(page, 'dropped')
    await untilPictures(page, 2)
    const client = clientOf(user)
    const added = (await client.getAllAssets()).items.find(({ originalFileName }) => originalFileName === 'new.jpg')
    await client.waitForJobs([added?.id ?? ''], { name: 'refresh-metadata' })
    expect((await client.getAssetInfo(added?.id ?? '')).exifInfo?.description).toBe('The forum')
    expectNoFaults(visitor)
  })

  test('W6 on the page of an album, a dropped folder is added to the album, with what was in the library', async () => {
    const user = await makeUser(service)
    const client = clientOf(user)
    const known = await makePhoto(service)
    await client.uploadFile(new Blob([Uint8Array.from(known)]), { name: 'known.jpg' })
    const { id } = await client.createAlbum({ albumName: 'Rome' })
    const folder = await makeFolder({ 'Rome/known.jpg': known, 'Rome/new.jpg': await makePhoto(service) })
    const visitor = await enter(user)
    const { page } = visitor
    await page.goto(`${service.url}/albums/${id}`)
    await page.getByRole('heading', { name: 'Rome' }).waitFor()

    await dropOn(page, `${folder}/Rome`)

    await untilPictures(page, 2)
    await panelOf(page).getByText('1 file added, 1 file already in the library.').waitFor()
    const { assets } = await client.getAlbumInfo(id)
    expect(assets.map(({ originalFileName }) => originalFileName).sort()).toEqual(['known.jpg', 'new.jpg'])
    expectNoFaults(visitor)
  })

  test('W7 after a reload in the middle, the same folder is chosen again, and nothing is sent twice', async () => {
    const user = await makeUser(service)
    const files = Object.fromEntries(
      await Promise.all(
        Array.from({ length: 60 }, async (_, index) => [`trip/${index}.jpg`, await makePhoto(service)] as const),
      ),
    )
    const folder = await makeFolder(files)
    const { page } = await enter(user)
    await page.getByText('Drop photos or folders here').waitFor()
    const sent: string[] = []
    page.context().on('request', (request) => {
      if (request.url().endsWith('/api/asset/upload')) sent.push(request.url())
    })
    let checks = 0
    await page.context().route('**/api/asset/bulk-upload-check', async (route) => {
      checks += 1
      // The second check is never answered, so that the rest of the files waits.
      if (checks !== 2) await route.continue()
    })
    await choose(page, 'Add folder', `${folder}/trip`)
    await panelOf(page)
      .getByText(/^50 of 60 files/)
      .waitFor()

    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await panelOf(page)
      .getByText(/were not sent when this page was left/)
      .waitFor()
    await keep(page, 'left')
    await choose(page, 'Choose a folder', `${folder}/trip`)

    await panelOf(page).getByText('10 files added, 50 files already in the library.').waitFor()
    expect(await namesOf(user)).toHaveLength(60)
    expect(sent).toHaveLength(60)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  test('W6 without a network it waits, says so, and goes on when the network is back', async () => {
    const user = await makeUser(service)
    const folder = await makeFolder({ 'a.jpg': await makePhoto(service) })
    const { page } = await enter(user)
    await page.getByText('Drop photos or folders here').waitFor()
    await page.getByRole('button', { name: 'Add photos', exact: true }).waitFor()

    await page.context().route('**/api/asset/upload', (route) => route.abort('internetdisconnected'))
    await page.context().route('**/api/server-info/ping', (route) => route.abort('internetdisconnected'))
    await choose(page, 'Add photos', [`${folder}/a.jpg`])
    await panelOf(page).getByText('The upload goes on by itself.').first().waitFor()
    await page.getByRole('link', { name: 'Tags' }).click()
    await keep(page, 'waiting')
    await page.context().unrouteAll()

    await panelOf(page).getByText('1 file added', { exact: true }).waitFor()
    expect(await namesOf(user)).toEqual(['a.jpg'])
  })
})
