import { createClient } from '@media-library/client'
import { expect, test } from 'vitest'
import { describeJourney } from '../support/journey.js'
import { makeFolder, makePhoto, makeUser } from '../support/photos.js'
import { choose, findPanel } from '../support/uploads.js'

describeJourney('uploads', ({ enter, service, keep }) => {
  const listNames = async (user: { apiKey: string }) => {
    const { items } = await createClient({ baseUrl: service.url, apiKey: user.apiKey }).getAllAssets()
    return items.map(({ originalFileName }) => originalFileName).sort()
  }

  test('after a reload in the middle, the same folder is chosen again, and nothing is sent twice (W7)', async () => {
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
    let [checks, isLeft] = [0, false]
    await page.context().route('**/api/asset/bulk-upload-check', async (route) => {
      checks += 1
      // No later check is answered before the page is left, however often it is repeated, so that the rest of the files waits.
      if (checks === 1 || isLeft) await route.continue()
    })
    await choose(page, 'Add folder', `${folder}/trip`)
    await findPanel(page)
      .getByText(/^50 of 60 files/)
      .waitFor()

    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    isLeft = true
    await findPanel(page)
      .getByText(/were not sent when this page was left:/)
      .waitFor()
    await keep(page, 'left')
    await choose(page, 'Choose a folder', `${folder}/trip`)

    await findPanel(page).getByText('10 files added, 50 files already in the library.').waitFor()
    expect(await listNames(user)).toHaveLength(60)
    expect(sent).toHaveLength(60)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  test('without a network it waits, says so, and goes on when the network is back (W6)', async () => {
    const user = await makeUser(service)
    const folder = await makeFolder({ 'a.jpg': await makePhoto(service) })
    const { page } = await enter(user)
    await page.getByText('Drop photos or folders here').waitFor()
    await page.getByRole('button', { name: 'Add photos', exact: true }).waitFor()

    await page.context().route('**/api/asset/upload', (route) => route.abort('internetdisconnected'))
    await page.context().route('**/api/server-info/ping', (route) => route.abort('internetdisconnected'))
    await choose(page, 'Add photos', [`${folder}/a.jpg`])
    await findPanel(page).getByText('The upload continues by itself.').first().waitFor()
    await page.getByRole('link', { name: 'Tags' }).click()
    await keep(page, 'waiting')
    await page.context().unrouteAll()

    await findPanel(page).getByText('1 file added', { exact: true }).waitFor()
    expect(await listNames(user)).toEqual(['a.jpg'])
  })
})
