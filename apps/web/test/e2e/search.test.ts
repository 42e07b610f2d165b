import { createClient } from '@media-library/client'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { keyboard } from '../support/hands.js'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'
import { draw } from '../support/library.js'
import { makeSidecar, makeUser } from '../support/photos.js'
import { byFingers, type Way, waysOr } from '../support/ways.js'

describeJourney('finding', ({ enter, service, keep }) => {
  let user: { apiKey: string }
  beforeAll(async () => {
    user = await makeUser(service)
    await fill(createClient({ baseUrl: service.url, apiKey: user.apiKey }))
  })

  test.each(waysOr('fingers'))(
    '“grandma beach 2019” is found, opened and shared with $input',
    async ({ hands, say, input }) => {
      const visitor = await enter(user, hands.options)
      const { page } = visitor
      await untilPictures(page)
      await toSearch(page, { say, hands })
      await page.keyboard.type('grandma beach 2019')
      await page.keyboard.press('Enter')
      await page.getByText(say.finding.found(2), { exact: true }).waitFor()
      await untilPictures(page, 2)

      await hands.press(page.locator('[data-picture]').first())
      await page.waitForSelector('.yarl__slide_current img.yarl__slide_image')
      await page.keyboard.press('Escape')
      await page.locator('.yarl__root').waitFor({ state: 'detached' })
      await hands.select({ page, say }, 2)
      await hands.press(page.getByRole('button', { name: say.albums.new, exact: true }))
      await page.getByRole('dialog').locator('input:focus').waitFor()
      await page.keyboard.type(`For grandma, ${input}`)
      await hands.press(page.getByRole('dialog').getByLabel('Ada'))
      await hands.press(page.getByRole('button', { name: say.albums.make, exact: true }))
      await page.getByText(say.albums.has(`For grandma, ${input}`, 2)).waitFor()

      const shared = await createClient({ baseUrl: service.url, apiKey: service.keys.ada }).getAllAlbums({
        shared: true,
      })
      expect(shared.items).toContainEqual(
        expect.objectContaining({ albumName: `For grandma, ${input}`, assetCount: 2 }),
      )
      await keep(page, `search ${input}`)
      expectNoFaults(visitor)
    },
  )

  test('a half-remembered name of a file is found on a phone by its beginning, and by thumb', async () => {
    const { hands, say } = byFingers
    const visitor = await enter(user, { ...hands.options, viewport: { width: 320, height: 568 } })
    const { page } = visitor
    await untilPictures(page)
    const button = page.getByRole('link', { name: say.places.search, exact: true })
    expect((await button.boundingBox())?.y).toBeGreaterThan(450)

    await toSearch(page, byFingers)
    await page.keyboard.type('receipt wash')
    await page.keyboard.press('Enter')
    await page.getByText(say.finding.found(1), { exact: true }).waitFor()
    await untilPictures(page)

    expect(await page.locator('[data-picture]').count()).toBe(1)
    expect(await page.locator('[data-picture]').getAttribute('aria-label')).toContain('receipt_washing-machine.jpg')
    expectNoFaults(visitor)
  })

  test.each(waysOr('keyboard'))('a person is chosen by their face beside “beach 2019” with $input', async (way) => {
    const { hands, say, input } = way
    const visitor = await enter(user, hands.options)
    const { page } = visitor
    await untilPictures(page)
    await toSearch(page, way)
    await page.keyboard.type('beach 2019 grand')
    const suggestion = page.getByRole('group', { name: say.finding.groups.people }).getByRole('option')
    await page.waitForFunction((option) => option?.querySelector('img')?.naturalWidth, await suggestion.elementHandle())
    await keep(page, `search-person ${input}`)
    if (hands === keyboard) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    } else await hands.press(suggestion)

    await page.getByText(say.finding.found(1), { exact: true }).waitFor()
    const chip = page.getByRole('link', { name: say.finding.takeOff(say.finding.person('Grandma')), exact: true })
    await page.reload()
    await hands.press(chip)
    await page.getByText(say.finding.found(2), { exact: true }).waitFor()
    expectNoFaults(visitor)
  })

  test.each(waysOr('keyboard'))('all of a place is seen with $input', async ({ hands, say }) => {
    const visitor = await enter('ada', hands.options)
    const { page } = visitor
    await untilPictures(page)
    await toSearch(page, { say, hands })
    await page.keyboard.type('zerm')
    const suggestion = page.getByRole('option', { name: /Zermatt/ })
    await suggestion.waitFor()
    if (hands === keyboard) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    } else await hands.press(suggestion)

    const found = await createClient({ baseUrl: service.url, apiKey: service.keys.ada }).search({ city: 'Zermatt' })
    await page.getByText(say.finding.found(found.items.length), { exact: true }).waitFor()
    await untilPictures(page)
    expect(new URL(page.url()).searchParams.get('city')).toBe('Zermatt')

    await page.reload()
    await untilPictures(page)
    const asked = page.getByRole('list', { name: say.finding.asked })
    await hands.press(asked.getByRole('link'))
    await asked.waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByText(say.finding.found(found.items.length), { exact: true }).waitFor()
    expectNoFaults(visitor)
  })
})

/** Goes to the field: by the key `/`, by the button of a phone, or by the field itself. */
async function toSearch(page: Page, { say, hands }: Pick<Way, 'say' | 'hands'>): Promise<void> {
  const button = page.getByRole('link', { name: say.places.search, exact: true })
  const field = page.getByRole('combobox', { name: say.finding.search })
  if (hands === keyboard) await page.keyboard.press('/')
  else await hands.press((await button.isVisible()) ? button : field)
  await field.and(page.locator(':focus')).waitFor()
}

/** Adds photos of a beach, two of them with grandma in 2019 of which one marks her face, and a receipt. */
async function fill(client: ReturnType<typeof createClient>): Promise<void> {
  const names = [
    'IMG_20190615_120000.jpg',
    'IMG_20190615_120100.jpg',
    'IMG_20200615_120000.jpg',
    'receipt_washing-machine.jpg',
  ]
  const files = await Promise.all(
    names.map(async (name, index) => new File([Uint8Array.from(await draw(index, 7))], name)),
  )
  const [marked] = files
  const details = (file: File) => (file === marked ? { sidecar: makeSidecar(['Grandma']) } : {})
  const outcomes = await client.uploadFiles(files, { details })
  const ids = outcomes.flatMap((outcome) => ('id' in outcome ? [outcome.id] : []))
  await client.waitForJobs(ids, { name: 'refresh-metadata' })
  await client.waitForJobs(ids, { name: 'regenerate-thumbnail' })
  const beach = ids.slice(0, 3)
  const tag = await client.createTag({ name: 'Beach' })
  await client.tagAssets(tag.id, { assetIds: beach })
  for (const id of beach) await client.updateAsset(id, { description: 'Grandma with an ice cream' })
}
