import type { CDPSession, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listCutOff, listFindings } from '../support/axe.js'
import type { Hands } from '../support/hands.js'
import { describeJourney, expectNoFaults } from '../support/journey.js'
import { makeUser } from '../support/photos.js'
import { waysOr } from '../support/ways.js'

const PASSWORD = 'correct horse'

describeJourney('passkeys', ({ visit, service, keep }) => {
  test.each(waysOr('fingers'))(
    'somebody adds a passkey, signs in with it, renames it, and removes it, with $input (PK1)',
    async ({ hands, say, input }) => {
      const { email } = await makeUser(service)
      const visitor = await visit(hands.options)
      const { page } = visitor
      const device = await addDevice(page)
      await page.goto(toLocal(service.url))
      await hands.write(page.getByLabel(say.fields.email), email)
      await hands.write(page.getByLabel(say.signIn.password, { exact: true }), PASSWORD)
      await hands.press(page.getByRole('button', { name: say.signIn.title, exact: true }))
      await page.getByRole('heading', { name: say.empty.noPhotos }).waitFor()

      await page.goto(toLocal(`${service.url}/account`))
      const section = page.getByRole('region', { name: say.account.passkeys })
      await hands.press(section.getByRole('button', { name: say.account.addPasskey }))
      const dialog = page.getByRole('dialog')
      await hands.write(dialog.getByLabel(say.fields.name), 'Phone')
      const add = dialog.getByRole('button', { name: say.account.addPasskey })
      await cancel(device, { button: add, press: hands.press })
      await hands.press(add)
      await section.getByText(say.account.neverUsed).waitFor()
      await keep(page, `passkey ${input}`)
      await hands.press(section.getByRole('button', { name: say.account.addPasskey }))
      await hands.write(dialog.getByLabel(say.fields.name), 'Phone again')
      await hands.press(add)
      await page.getByText(say.account.passkeyThere).waitFor()
      await hands.press(dialog.getByRole('button', { name: say.verbs.cancel }))

      const here = page.getByRole('listitem').filter({ hasText: say.account.thisOne })
      await hands.press(here.getByRole('button', { name: say.verbs.signOut }))
      const signIn = page.getByRole('button', { name: say.signIn.withPasskey })
      await cancel(device, { button: signIn, press: hands.press })
      await hands.press(signIn)
      await page.getByRole('heading', { name: say.empty.noPhotos }).waitFor()

      await page.goto(toLocal(`${service.url}/account`))
      await section.getByText('Phone').waitFor()
      expect(await section.getByText(say.account.neverUsed).count()).toBe(0)
      await hands.press(section.getByRole('button', { name: say.account.renamePasskey('Phone') }))
      await dialog.getByLabel(say.fields.name).fill('Old phone')
      await hands.press(dialog.getByRole('button', { name: say.verbs.rename }))
      await hands.press(section.getByRole('button', { name: say.account.removeKey('Old phone') }))
      await hands.press(dialog.getByRole('button', { name: say.verbs.remove }))
      await section.getByText('Old phone').waitFor({ state: 'detached' })
      expectNoFaults({
        ...visitor,
        faults: visitor.faults.filter((fault) => !fault.startsWith('asks http://localhost:')),
      })
    },
  )

  test('axe finds nothing on the views of passkeys, and nothing is cut off, on a phone and on a desk', async () => {
    const { apiKey } = await makeUser(service)
    const { page } = await visit({ bypassCSP: true })
    await page.request.post(toLocal(`${service.url}/api/auth/key`), { headers: { 'x-api-key': apiKey } })
    await addDevice(page)
    const found: Record<string, string[]> = {}
    const look = async (view: string) => {
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 780 })
        await keep(page, `passkeys, ${view}, ${width}`)
        const findings = [...(await listFindings(page)), ...(await listCutOff(page))]
        if (findings.length > 0) found[`${view}, ${width}`] = findings
      }
    }

    await page.goto(toLocal(`${service.url}/account`))
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await look('add')
    await dialog.getByLabel('Name').fill('The phone that grandma has in the kitchen')
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('not used yet').scrollIntoViewIfNeeded()
    await look('passkeys')
    await page.getByRole('button', { name: /^Remove The phone/ }).click()
    await dialog.waitFor()
    await look('remove')
    await page.goto(toLocal(`${service.url}/auth/login`))
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await look('sign in')

    expect(found).toEqual({})
  })
})

/** Returns an address of the service at the name of this machine: browsers have no passkeys for a number. */
function toLocal(address: string): string {
  const url = new URL(address)
  url.hostname = 'localhost'
  return url.href
}

/** A device of a browser that makes passkeys without asking. */
interface Device {
  devTools: CDPSession
  authenticatorId: string
}

async function addDevice(page: Page): Promise<Device> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const options = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...options },
  })
  return { devTools, authenticatorId }
}

/** Presses a button while the device refuses, as for somebody who cancels. The page then says nothing. */
async function cancel(
  { devTools, authenticatorId }: Device,
  { button, press }: { button: Locator; press: Hands['press'] },
): Promise<void> {
  const page = button.page()
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  const answered = page.waitForResponse(/\/api\/auth\/passkey\/(sign-in\/)?options/)
  await press(button)
  await answered
  await button.and(page.locator(':enabled')).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
}
