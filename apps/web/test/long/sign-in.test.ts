import { expect, onTestFinished, test } from 'vitest'
import { describeJourney, untilPictures } from '../support/journey.js'
import { makeFolder } from '../support/photos.js'
import { startService } from '../support/service.js'

describeJourney('signing in', ({ service, visit, enter, keep }) => {
  test('a link that was used says so, and leads to another way in (W3)', async () => {
    const { page } = await visit()

    await page.goto(`${service.url}/auth/link#${'a'.repeat(43)}`)

    await page.getByText('This link does not work any more').waitFor()
    await page.getByRole('link', { name: 'Sign in in another way' }).click()
    await page.getByLabel('Password').waitFor()
    await keep(page, 'sign-in')
  })

  test('the first account is made at the link that a new service prints, and is an administrator’s (PW6)', async () => {
    const fresh = await startService(await makeFolder({}))
    onTestFinished(fresh.stop)
    const link = new URL(/Open +(\S+)/.exec(fresh.output)?.[1] ?? '')
    const { page } = await visit()

    await page.goto(link.origin)
    await page.getByText('Nobody has an account here yet.').waitFor()
    await page.goto(link.href)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Password').fill('correct horse')
    await keep(page, 'first-account')
    await page.getByRole('button', { name: 'Make the account' }).click()
    await page.getByRole('link', { name: 'Members' }).click()

    await page.getByRole('button', { name: 'Invite somebody' }).waitFor()
  })

  test('the provider sends somebody without an account back to an error that says so', async () => {
    const { page } = await visit()
    await page.goto(service.url)

    await page.getByRole('button', { name: 'Sign in with OpenID' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill('eve@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByRole('alert').getByText('You may not sign in here').waitFor()
    await page.getByLabel('Password').waitFor()
  })

  test('a user who signs out sees nothing any more', async () => {
    const { page } = await enter('ben')
    await untilPictures(page)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    await page.goto(`${service.url}/`)

    await page.getByLabel('Password').waitFor()
    expect(await page.locator('[data-picture]').count()).toBe(0)
  })
})
