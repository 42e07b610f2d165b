import { expect, test } from 'vitest'
import { describeJourney, untilPictures } from '../support/journey.js'

describeJourney('signing in', ({ service, visit, enter, keep }) => {
  test('a link that was used says so, and leads to another way in (W3)', async () => {
    const { page } = await visit()

    await page.goto(`${service.url}/auth/link#${'a'.repeat(43)}`)

    await page.getByText('The sign-in failed').waitFor()
    await page.getByRole('link', { name: 'Sign in in another way' }).click()
    await page.getByLabel('Password').waitFor()
    await keep(page, 'sign-in')
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
