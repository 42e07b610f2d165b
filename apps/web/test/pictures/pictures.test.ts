import { writeFile } from 'node:fs/promises'
import { createClient } from '@media-library/client'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { describeJourney, untilPictures } from '../support/journey.js'
import { makeUser } from '../support/photos.js'

/** The folder of the documentation's pictures, which this test draws: `pnpm --filter @media-library/web pictures`. */
const folder = new URL('../../../../docs/pictures/', import.meta.url)

const look = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  colorScheme: 'light',
  reducedMotion: 'reduce',
} as const

/** The width of the moving picture, and its size limit in bytes. */
const MOVING_WIDTH = 800
const LARGEST = 1_000_000

describeJourney('the pictures of the documentation', ({ enter, visit, service }) => {
  test('each view has one', async () => {
    const { page } = await visit(look)
    await page.goto(service.url)
    await page.getByLabel('Password').waitFor()
    await draw(page, 'sign-in')

    const empty = await enter(
      await makeUser(service, { isAdmin: true, name: 'Cleo Example', email: 'cleo@example.com' }),
      look,
    )
    await empty.page.getByRole('list', { name: 'Ways to add photos' }).waitFor()
    await draw(empty.page, 'adding')
    await empty.page.getByRole('link', { name: 'Members' }).click()
    await empty.page.getByRole('button', { name: 'Invite somebody' }).waitFor()
    await draw(empty.page, 'members')

    const ada = (await enter('ada', look)).page
    await untilPictures(ada, 10)
    await untilAllLoaded(ada)
    await draw(ada, 'wall')
    await ada.locator('[data-picture]').first().click()
    await ada.waitForSelector('.yarl__slide_current img.yarl__slide_image')
    await ada.getByRole('button', { name: 'Details', exact: true }).click()
    await ada.getByRole('complementary', { name: 'Details' }).getByText('Camera').waitFor()
    await ada.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.yarl__slide_current img')].every(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      ),
    )
    // The picture must not contain the folder of the test.
    await ada.getByText('/demo/photos/ada/').evaluate((folder) => {
      folder.textContent = (folder.textContent ?? '').replace(/.*(?=\/demo\/)/, '')
    })
    await draw(ada, 'picture')
    await ada.keyboard.press('Escape')
    for (const [name, place, shown] of [
      ['albums', 'Albums', 'main li img'],
      ['places', 'Places', 'main li img'],
      ['tags', 'Tags', 'main li'],
      ['jobs', 'Activity', 'progress'],
      ['account', /^Account/, 'h2'],
    ] as const) {
      await ada.getByRole('link', { name: place }).click()
      await ada.getByRole('heading', { level: 1, name: place }).waitFor()
      await ada.waitForSelector(shown)
      await untilAllLoaded(ada)
      await draw(ada, name)
      if (name !== 'albums') continue
      await ada.locator('main li a').first().click()
      await ada.waitForSelector('[data-picture] img[data-shown]')
      await untilAllLoaded(ada)
      await draw(ada, 'album')
    }
    await ada.keyboard.press('/')
    await ada.keyboard.type('2023 ')
    await ada.keyboard.press('Enter')
    await ada.waitForSelector('[data-picture] img[data-shown]')
    await untilAllLoaded(ada)
    await ada.keyboard.press('/')
    await ada.keyboard.press('End')
    await ada.keyboard.type(' s')
    await ada.getByRole('listbox').waitFor()
    await untilAllLoaded(ada)
    await draw(ada, 'search')
  })

  test('one moves from the wall over sharing to the jobs', async () => {
    const { page } = await enter('ada', look)
    const frames: { picture: Buffer; ms: number }[] = []
    const frame = async (ms: number) => {
      const picture = await page.screenshot()
      frames.push({ picture: await sharp(picture).resize(MOVING_WIDTH).png().toBuffer(), ms })
    }
    await untilPictures(page, 10)
    await untilAllLoaded(page)
    await frame(1_500)
    await page
      .locator('[data-picture]')
      .nth(1)
      .click({ modifiers: ['Control'] })
    await frame(500)
    await page
      .locator('[data-picture]')
      .nth(3)
      .click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await frame(900)
    await page.getByRole('button', { name: 'New album' }).click()
    await page.getByLabel('Ben Example').waitFor()
    for (const letter of ['Su', 'mm', 'er']) {
      await page.keyboard.type(letter)
      await frame(250)
    }
    await page.getByLabel('Ben Example').check()
    await frame(1_200)
    await page.getByRole('button', { name: 'Create the album' }).click()
    await page.getByRole('link', { name: 'Summer' }).click()
    await page.getByRole('heading', { name: 'Summer' }).waitFor()
    await untilAllLoaded(page)
    await frame(1_800)
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('progressbar').first().waitFor()
    await frame(800)
    await runJobs()
    const bar = page.getByRole('progressbar', { name: 'Previews' })
    await page.waitForFunction(() =>
      [...document.querySelectorAll('progress')].some(({ value, max }) => value < max && max > 1),
    )
    for (let at = ''; at !== (await bar.getAttribute('max')); ) {
      const now: string = (await bar.getAttribute('value')) ?? ''
      if (now !== at) await frame(250)
      at = now
    }
    await frame(2_000)

    const moving = await sharp(
      frames.map(({ picture }) => picture),
      { join: { animated: true } },
    )
      .webp({ quality: 88, effort: 6, delay: frames.map(({ ms }) => ms), loop: 0 })
      .toBuffer()
    expect(moving.length).toBeLessThan(LARGEST)
    await writeFile(new URL('web-tour.webp', folder), moving)
  })

  async function runJobs() {
    const ada = createClient({ baseUrl: service.url, apiKey: service.keys.ada })
    const { items } = await ada.getAllAssets()
    await ada.runAssetJobs({ assetIds: items.map(({ id }) => id), name: 'regenerate-thumbnail' })
  }
})

async function draw(page: Page, name: string): Promise<void> {
  const picture = sharp(await page.screenshot()).webp({ quality: 80, effort: 6 })
  await picture.toFile(new URL(`web-${name}.webp`, folder).pathname)
}

/** Waits until every visible picture has its thumbnail. */
async function untilAllLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('main img')]
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .every((image) => image.complete && image.naturalWidth > 0),
  )
}
