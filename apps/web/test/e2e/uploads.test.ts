import { createHash } from 'node:crypto'
import { createClient } from '@media-library/client'
import { beforeAll, expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'
import { dropOn, makeFolder, makePhoto, makeUser } from '../support/photos.js'
import { choose, findPanel } from '../support/uploads.js'

describeJourney('uploads', ({ enter, service, keep }) => {
  let user: { apiKey: string; email: string }
  beforeAll(async () => {
    user = await makeUser(service)
  })

  test('a dropped folder is added with its side-cars; copies and other files are named (W6)', async () => {
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

    const panel = findPanel(page)
    await panel.getByText('1 file added, 1 file already in the library, 2 files not added.').waitFor()
    const refused = panel.getByRole('listitem')
    expect(await refused.filter({ hasText: 'Rome/more/false.jpg' }).textContent()).toContain(
      'The file is not a photo, video or sound',
    )
    expect(await refused.filter({ hasText: 'Rome/more/notes.txt' }).textContent()).toContain(
      'give it the usual extension',
    )
    await panel.getByText('1 file already in the library', { exact: true }).click()
    await refused.filter({ hasText: 'Rome/known.jpg' }).waitFor()
    await keep(page, 'dropped')
    await page.getByRole('link', { name: /, Photo new\.jpg$/ }).waitFor()
    const added = (await client.getAllAssets()).items.find(({ originalFileName }) => originalFileName === 'new.jpg')
    await client.waitForJobs([added?.id ?? ''], { name: 'refresh-metadata' })
    expect((await client.getAssetInfo(added?.id ?? '')).exifInfo?.description).toBe('The forum')
    expectNoFaults(visitor)
  })

  test('a large file of which an earlier page sent a part goes on where it stopped (W7)', async () => {
    const large = await makeUser(service)
    const content = Buffer.concat([await makePhoto(service), Buffer.alloc(21_000_000)])
    const folder = await makeFolder({ 'large.jpg': content })
    const told = {
      filename: 'large.jpg',
      deviceAssetId: 'large',
      deviceId: 'Web page',
      fileCreatedAt: '2024-05-06T07:08:09.000Z',
      fileModifiedAt: '2024-05-06T07:08:09.000Z',
      checksum: createHash('sha1').update(content).digest('hex'),
    }
    const begin = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
      fetch(new URL(path, `${service.url}/api/`), {
        method,
        headers: { 'tus-resumable': '1.0.0', 'x-api-key': large.apiKey, ...headers },
        body: body ? Uint8Array.from(body) : null,
      })
    const metadata = Object.entries(told).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    const created = await begin('POST', 'upload', {
      'upload-length': String(content.length),
      'upload-metadata': metadata.join(','),
    })
    const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    await begin('PATCH', created.headers.get('location') ?? '', part, content.subarray(0, 4_000_000))
    const visitor = await enter(large)
    const { page } = visitor
    const offsets: (string | undefined)[] = []
    page.context().on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'])
    })
    await page.getByRole('button', { name: 'Add photos', exact: true }).waitFor()

    await choose(page, 'Add photos', [`${folder}/large.jpg`])

    await findPanel(page).getByText('1 file added', { exact: true }).waitFor()
    expect(offsets).toEqual(['4000000'])
    const { items } = await createClient({ baseUrl: service.url, apiKey: large.apiKey }).getAllAssets()
    expect(items.map(({ originalFileName }) => originalFileName)).toEqual(['large.jpg'])
    expectNoFaults(visitor)
  })
})
