import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'
import { ALLOW_HTTP, runCommand } from '../support/service.js'

describeJourney('signing in', ({ service, visit, keep }) => {
  test('the link of the first start opens the demo, and leaves no code behind (W3)', async () => {
    const visitor = await visit()
    const { page } = visitor

    await page.goto(service.link)
    await page.waitForURL(`${service.url}/`)

    await untilPictures(page, 4)
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).not.toContain(service.link.split('#')[1])
    await page.goBack()
    expect(page.url()).not.toContain('#')
    expectNoFaults(visitor)
  })

  test('a key opens the page, which keeps a cookie in its place (W4)', async () => {
    const visitor = await visit()
    const { page } = visitor
    await page.goto(`${service.url}/albums`)

    await page.getByText('Other ways').click()
    await page.getByLabel('Key').fill('mlk_wrong')
    await page.getByRole('button', { name: 'Sign in with the key' }).click()
    await page.getByText('A valid key is needed').waitFor()
    await page.getByLabel('Key').fill(service.keys.ada)
    await page.getByRole('button', { name: 'Sign in with the key' }).click()
    await page.getByRole('heading', { name: 'Albums' }).waitFor()

    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    const cookies = await page.context().cookies()
    expect(page.url()).toBe(`${service.url}/albums`)
    expect(kept).not.toContain('ml')
    expect(cookies.map(({ name, httpOnly, secure }) => ({ name, httpOnly, secure }))).toEqual([
      { name: '__Host-media-library-session', httpOnly: true, secure: true },
    ])
    expectNoFaults(visitor)
  })

  test('somebody on another machine signs in over plain HTTP at a host that the operator named, and stays signed in (X13)', async () => {
    const { page } = await visit()
    const url = new URL(service.url)
    url.hostname = ALLOW_HTTP
    await page.goto(url.href)

    await page.getByText('Other ways').click()
    await page.getByLabel('Key').fill(service.keys.ada)
    await page.getByRole('button', { name: 'Sign in with the key' }).click()
    await untilPictures(page)
    await page.reload()
    await untilPictures(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
  })

  test('at any other host the page says in a sentence what to do (X13)', async () => {
    const { page } = await visit()
    const url = new URL('/auth/login', service.url)
    url.hostname = 'other.test'
    await page.goto(url.href)

    await page.getByText('Other ways').click()
    await page.getByLabel('Key').fill(service.keys.ada)
    await page.getByRole('button', { name: 'Sign in with the key' }).click()

    await page.getByText('to start it with ALLOW_HTTP=other.test.').waitFor()
    await keep(page, 'sign-in-plain-http')
  })

  test('a link that was opened at such a host first still signs in where the page says, once (W3) (X13)', async () => {
    const { page } = await visit({ locale: 'de-DE' })
    const options = ['--user', 'ada@example.com', '--url', service.url]
    const link = new URL(await runCommand(service, 'session', 'link', ...options))
    link.hostname = 'other.test'

    await page.goto(link.href)
    await page.getByText('zu starten.').waitFor()
    link.hostname = ALLOW_HTTP
    await page.goto(link.href)
    await untilPictures(page)
    // Who is signed in opens the library by it again.
    await page.goto('about:blank')
    await page.goto(link.href)
    await untilPictures(page)
    await page.context().clearCookies()
    await page.goto('about:blank')
    await page.goto(link.href)

    await page.getByText('Dieser Link gilt nicht mehr').waitFor()
  })

  test('the provider sends somebody with an account back to the page that they asked for', async () => {
    const { page } = await visit()
    await page.goto(`${service.url}/albums`)

    await page.getByRole('button', { name: 'Sign in with OpenID' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Albums' }).waitFor()

    expect(page.url()).toBe(`${service.url}/albums`)
  })
})
