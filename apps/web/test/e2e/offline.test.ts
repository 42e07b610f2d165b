import { expect, test } from 'vitest'
import { describeJourney, expectNoFaults } from '../support/journey.js'

describeJourney('without the service', ({ service, visit, keep }) => {
  test.each([
    ['the language that was chosen in this browser', 'en-GB', 'de', 'Deine Mediathek ist nicht erreichbar'],
    ['the language of the browser, while none was chosen', 'de-AT', '', 'Deine Mediathek ist nicht erreichbar'],
    ['the language that was chosen, and not that of the browser', 'de-AT', 'en', 'Your library cannot be reached'],
  ])('the page that the browser keeps speaks %s', async (_promise, locale, chosen, heading) => {
    const visitor = await visit({ locale })
    const { page } = visitor
    await page.goto(`${service.url}/auth/login`)
    await page.evaluate(async (chosen) => {
      if (chosen) localStorage.setItem('language', chosen)
      await navigator.serviceWorker.ready
    }, chosen)

    await page.context().setOffline(true)
    await page.goto(`${service.url}/albums`)

    await page.getByRole('heading', { name: heading }).waitFor()
    await keep(page, `offline-${locale}-${chosen}`)
    expectNoFaults(visitor)
  })

  test('the page that the browser keeps has the theme that was chosen, and not that of the device', async () => {
    const { page } = await visit()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${service.url}/auth/login`)
    await page.evaluate(async () => {
      localStorage.setItem('theme', 'dark')
      await navigator.serviceWorker.ready
    })

    await page.context().setOffline(true)
    await page.goto(`${service.url}/albums`)

    await page.getByRole('heading', { name: 'Your library cannot be reached' }).waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(22, 24, 26)')
  })
})
