import { createClient } from '@media-library/client'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Messages } from '../../src/language/en.js'
import { listCutOff, listFindings } from '../support/axe.js'
import type { Hands } from '../support/hands.js'
import { describeJourney, expectNoFaults, untilPictures, type Visitor } from '../support/journey.js'
import { addDays } from '../support/library.js'
import { makeFolder, makePhoto, makeUser } from '../support/photos.js'
import { ALLOW_HTTP } from '../support/service.js'
import { findPanel } from '../support/uploads.js'
import { byFingers, waysOr } from '../support/ways.js'

const PASSWORD = 'correct horse'

describeJourney('accounts', ({ enter, visit, service, keep }) => {
  let administrator: { apiKey: string }
  let albumId: string
  beforeAll(async () => {
    administrator = await makeUser(service, { isAdmin: true })
    const client = createClient({ baseUrl: service.url, apiKey: administrator.apiKey })
    await addDays(client, { '2024-07-01': 3 })
    const { items } = await client.getAllAssets()
    albumId = (await client.createAlbum({ albumName: 'Iceland', assetIds: items.map(({ id }) => id) })).id
  })

  test.each(waysOr('fingers'))(
    'a grandmother is invited, sees an album, adds two photos to it, and signs in again, with $input',
    async ({ hands, say, input }) => {
      const client = createClient({ baseUrl: service.url, apiKey: administrator.apiKey })
      const email = `grandma-${Date.now()}@example.com`
      const inviting = await enter(administrator, hands.options)
      await untilPictures(inviting.page)
      const link = await invite(inviting.page, { say, hands, email })
      await keep(inviting.page, `invitation ${input}`)
      expectNoFaults(inviting)
      const { id } = (await client.getAllUsers()).find((user) => user.email === email) ?? { id: '' }
      await client.addUsersToAlbum(albumId, { sharedUserIds: [id] })
      const before = (await client.getAlbumInfo(albumId, { minimal: true })).assetCount

      // A phone comes by the network, without encryption.
      const address = new URL(link)
      if (input === byFingers.input) address.hostname = ALLOW_HTTP
      const grandma = await visit(hands.options)
      const { page } = grandma
      await page.goto(address.href)
      await hands.write(page.getByLabel(say.signIn.newPassword), PASSWORD)
      await keep(page, `welcome ${input}`)
      await hands.press(page.getByRole('button', { name: say.signIn.setPassword }))
      await openShared(page, { say, hands })
      await addTwo(page, { say, hands })
      await untilPictures(page, before + 2)
      expect((await client.getAlbumInfo(albumId, { minimal: true })).assetCount).toBe(before + 2)
      expectNoFaultsAt(address.origin, grandma)

      const later = await visit(hands.options)
      await later.page.goto(address.origin)
      await hands.write(later.page.getByLabel(say.fields.email), email)
      await hands.write(later.page.getByLabel(say.signIn.password, { exact: true }), PASSWORD)
      await hands.press(later.page.getByRole('button', { name: say.signIn.title, exact: true }))
      await untilPictures(later.page, 2)
      expectNoFaultsAt(address.origin, later)
    },
  )

  test.each(waysOr('mouse'))(
    'somebody chooses a picture, which an administrator sees, and removes it, with $input (PE11)',
    async ({ hands, say, input }) => {
      const person = await makeUser(service)
      const visitor = await enter(person, hands.options)
      const { page } = visitor
      const folder = await makeFolder({ 'me.jpg': await makePhoto(service) })
      await page.goto(`${service.url}/account`)
      const section = page.getByRole('region', { name: say.account.picture })
      const choosing = page.waitForEvent('filechooser')
      await hands.press(section.getByRole('button', { name: say.account.choosePicture }))
      await (await choosing).setFiles(`${folder}/me.jpg`)
      await untilDrawn(section)
      await keep(page, `own picture ${input}`)

      const other = await enter(administrator)
      await other.page.goto(`${service.url}/accounts`)
      await untilDrawn(other.page.getByRole('listitem').filter({ hasText: person.email }))

      await hands.press(section.getByRole('button', { name: say.account.removePicture }))
      await page.locator('img[src*="profile-image"]').first().waitFor({ state: 'detached' })
      await section.getByText('V', { exact: true }).waitFor()
      expectNoFaults(visitor)
    },
  )

  test('axe finds nothing on the views of accounts, and nothing is cut off in a narrow window', async () => {
    const narrow = { viewport: { width: 320, height: 700 }, bypassCSP: true }
    const { page } = await enter(administrator, narrow)
    const found: Record<string, string[]> = {}
    const look = async (view: string) => {
      await keep(page, `accounts, ${view}`)
      const findings = [...(await listFindings(page)), ...(await listCutOff(page))]
      if (findings.length > 0) found[view] = findings
    }

    await page.goto(`${service.url}/accounts`)
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await page.getByRole('dialog', { name: 'Invite somebody' }).waitFor()
    await look('invite')
    await page.getByLabel('Name').fill('Cleo')
    await page.getByLabel('E-mail address').fill(`cleo-with-a-long-address-${Date.now()}@example.com`)
    await page.getByRole('button', { name: 'Make a link' }).click()
    await page.getByRole('dialog', { name: 'A link for Cleo' }).waitFor()
    await look('link')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page
      .getByRole('listitem')
      .filter({ hasText: 'cleo-with' })
      .getByText(/invited until/)
      .waitFor()
    await look('members')
    await page.getByRole('button', { name: 'Edit Cleo' }).click()
    await page.getByRole('dialog', { name: 'Cleo' }).waitFor()
    await look('edit')
    await page.goto(`${service.url}/account`)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByLabel('New password').waitFor()
    await look('account')
    await page.getByRole('button', { name: 'Make a key' }).click()
    await page.getByRole('dialog', { name: 'Make a key' }).waitFor()
    await look('key')

    expect(found).toEqual({})
  })

  async function addTwo(page: Page, { say, hands }: { say: Messages; hands: Hands }): Promise<void> {
    const folder = await makeFolder({ 'a.jpg': await makePhoto(service), 'b.jpg': await makePhoto(service) })
    const choosing = page.waitForEvent('filechooser')
    const name = hands === byFingers.hands ? say.verbs.add : say.verbs.addPhotos
    await hands.press(page.getByRole('button', { name, exact: true }))
    await (await choosing).setFiles([`${folder}/a.jpg`, `${folder}/b.jpg`])
    await findPanel(page, say).getByText(say.uploads.added(2), { exact: true }).waitFor()
  }
})

/** Waits until the picture of a user is drawn in a place. */
async function untilDrawn(place: Locator): Promise<void> {
  const picture = await place.locator('img').elementHandle()
  await place.page().waitForFunction((image) => image instanceof HTMLImageElement && image.naturalWidth > 0, picture)
}

/** Invites grandma. Returns the link, with which its dialog ends. */
async function invite(
  page: Page,
  { say, hands, email }: { say: Messages; hands: Hands; email: string },
): Promise<string> {
  const members = page.getByRole('link', { name: say.places.accounts, exact: true })
  if (!(await members.isVisible())) await hands.press(page.getByRole('button', { name: say.places.more }))
  await hands.press(members)
  await hands.press(page.getByRole('button', { name: say.accounts.invite }))
  const dialog = page.getByRole('dialog')
  await hands.write(dialog.getByLabel(say.fields.name), 'Grandma')
  await hands.write(dialog.getByLabel(say.fields.email), email)
  await hands.write(dialog.getByLabel(say.accounts.quota), '5')
  await hands.press(dialog.getByRole('button', { name: say.accounts.makeLink }))
  const link = await dialog.getByLabel(say.links.address).inputValue()
  await hands.press(dialog.getByRole('button', { name: say.verbs.done }))
  await page.getByText(email).waitFor()
  return link
}

/** Opens the album with which the page of a guest begins. */
async function openShared(page: Page, { say, hands }: { say: Messages; hands: Hands }): Promise<void> {
  await page.getByRole('heading', { name: say.empty.sharedWithYou, level: 1 }).waitFor()
  await hands.press(page.getByRole('link', { name: /Iceland/ }))
  await page.getByRole('heading', { name: 'Iceland', level: 1 }).waitFor()
  await untilPictures(page, 3)
}

/** Fails if a page has a fault. It is that of the service, at another name. */
function expectNoFaultsAt(origin: string, { faults }: Visitor): void {
  expect(faults.filter((fault) => !fault.startsWith(`asks ${origin}/`))).toEqual([])
}
