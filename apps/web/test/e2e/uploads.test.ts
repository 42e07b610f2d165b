import { createClient } from '@media-library/client'
import { beforeAll, expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'
import { dropOn, makeFolder, makePhoto, makeUser } from '../support/photos.js'
import { panelOf } from '../support/uploads.js'

describeJourney('uploads', ({ enter, service, keep }) => {
  let user: { apiKey: string; email: string }
  beforeAll(async () => {
    user = await makeUser(service)
  })

  test('W6 a dropped folder is added with its side-cars; copies and other files are named', async () => {
    const client = createClient({ baseUrl: service.url, apiKey: user.apiKey })
    const known = await makePhoto(service)
    await client.uploadFile(new Blob([Uint8Array.from(known)]), { name: 'known.jpg' })
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
    await page.getByRole('link', { name: /, Photo new\.jpg$/ }).waitFor()
    const added = (await client.getAllAssets()).items.find(({ originalFileName }) => originalFileName === 'new.jpg')
    await client.waitForJobs([added?.id ?? ''], { name: 'refresh-metadata' })
    expect((await client.getAssetInfo(added?.id ?? '')).exifInfo?.description).toBe('The forum')
    expectNoFaults(visitor)
  })
})
