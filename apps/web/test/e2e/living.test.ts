import { createClient } from '@media-library/client'
import { beforeAll, expect, test } from 'vitest'
import type { Place } from '../support/hands.js'
import { describeJourney, expectNoFaults, untilAtTop, untilPictures } from '../support/journey.js'
import { addDays, draw } from '../support/library.js'
import { makeFolder, makeUser } from '../support/photos.js'
import { findPanel } from '../support/uploads.js'
import { type Way, waysOr } from '../support/ways.js'

/** The days of the library, with the number of their photos: many of March 2024, and forty of two days of June 2021. */
const days = { '2024-03-09': 31, '2021-06-14': 20, '2021-06-13': 20, '2018-10-02': 2 }

/** A person who uses a library: the page, the hands, and their last actions. */
interface Person extends Place, Pick<Way, 'hands' | 'formats'> {
  album: string
  /** The files to add, or their folder if one can be chosen. */
  files: string | string[]
  client: ReturnType<typeof createClient>
}

/** The actions of people with a library, in this order. */
const steps: Record<string, (person: Person) => Promise<void>> = {
  'find a month': (person) => goTo(person, '2021-06-14'),
  'select forty, and make an album': async (person) => {
    const { page, say, hands, formats, album } = person
    await hands.selectDays(
      person,
      ['2021-06-14', '2021-06-13'].map((day) => formats.weekday(new Date(day))),
    )
    await page.getByText(say.selection.count(40), { exact: true }).waitFor()
    await pressButton(person, say.albums.new)
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type(album)
    await pressButton(person, say.albums.make)
    await page.getByText(say.albums.has(album, 40)).waitFor()
  },
  'share it with two people': async (person) => {
    const { page, say, hands, album } = person
    await open(person, 'albums')
    await hands.press(page.getByRole('link', { name: album }).first())
    await page.getByRole('heading', { name: album }).waitFor()
    await pressButton(person, say.verbs.share)
    for (const name of ['Ada', 'Ben']) await hands.press(page.getByRole('dialog').getByLabel(name))
    await hands.press(page.getByRole('dialog').getByRole('button', { name: say.verbs.share, exact: true }))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  },
  'take one of them off again': async (person) => {
    const { page, say, album } = person
    await pressButton(person, say.verbs.share)
    await pressButton(person, say.albums.removePerson('Ben Example'))
    await page.getByText(say.albums.isNotSharedWith(say.quoted(album), 'Ben Example')).waitFor()
  },
  'download the album': async (person) => {
    const downloading = person.page.waitForEvent('download')
    await pressButton(person, person.say.verbs.download)
    expect((await downloading).suggestedFilename()).toBe(`${person.album}.zip`)
  },
  'favourite five': async (person) => {
    const { page, say, hands } = person
    await open(person, 'photos')
    await goTo(person, '2024-03-09')
    await hands.select(person, 5)
    await pressButton(person, say.verbs.favourite)
    await page.getByText(say.marked.isFavorite(5, true)).waitFor()
    await open(person, 'favourites')
    await untilPictures(page, 5)
  },
  'trash ten': async (person) => {
    const { page, say, hands } = person
    await open(person, 'photos')
    await untilPictures(page)
    await hands.select(person, 10)
    await pressButton(person, say.verbs.moveToTrash)
    await page.getByText(say.trash.moved(10)).waitFor()
  },
  'bring three back': async (person) => {
    const { page, say, hands } = person
    await open(person, 'trash')
    await untilPictures(page, 7)
    await hands.select(person, 3)
    await pressButton(person, say.verbs.restore)
    await page.getByText(say.trash.restored(3)).waitFor()
  },
  'add a folder, and the same once more': async (person) => {
    const { page, say, files } = person
    const name = typeof files === 'string' ? say.verbs.addFolder : say.verbs.add
    for (const outcome of [say.uploads.added(2), say.uploads.known(2)]) {
      const choosing = page.waitForEvent('filechooser')
      await pressButton(person, name)
      await (await choosing).setFiles(files)
      const panel = findPanel(page, say)
      await panel.getByText(outcome, { exact: true }).waitFor()
      await pressButton(person, say.uploads.close)
      await panel.waitFor({ state: 'detached' })
    }
  },
  'retry a failed job': async (person) => {
    const { page, say, hands } = person
    await open(person, 'jobs')
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/asset/jobs'))
    await hands.press(page.getByRole('button', { name: say.verbs.retry, exact: true }).first())
    expect((await asked).status()).toBe(204)
  },
  'sign out everywhere': async (person) => {
    const { page, say, client } = person
    await client.signInWithKey()
    await open(person, 'account')
    await pressButton(person, say.account.signOutElsewhere)
    await page.getByRole('button', { name: say.account.signOutElsewhere }).waitFor({ state: 'detached' })
    expect(await client.getAuthDevices()).toHaveLength(1)
    const here = page.getByRole('listitem').filter({ hasText: say.account.thisOne })
    await person.hands.press(here.getByRole('button', { name: say.verbs.signOut }))
    // The account has a part for the password, too.
    await page.waitForURL(/\/auth\/login/)
    await page.getByLabel(say.signIn.password, { exact: true }).waitFor()
  },
}

/** The actions of people over the years. */
describeJourney('living with a library', ({ enter, service, keep }) => {
  let user: { apiKey: string; email: string }
  beforeAll(async () => {
    user = await makeUser(service)
    await fill(createClient({ baseUrl: service.url, apiKey: user.apiKey }))
  })

  test.each(waysOr('mouse'))('with $input', { timeout: 400_000 }, async ({ input, hands, formats, say, folder }) => {
    const names = ['IMG_20181002_200000.jpg', 'IMG_20181002_200100.jpg']
    const photos = await Promise.all(names.map(async (name, index) => [name, await draw(index, input.length)] as const))
    const path = await makeFolder(Object.fromEntries(photos))
    const files = folder ? path : names.map((name) => `${path}/${name}`)
    const client = createClient({ baseUrl: service.url, apiKey: user.apiKey })
    const visitor = await enter(user, hands.options)
    const { page } = visitor
    await untilPictures(page)
    expect(await page.title()).toBe(`${say.places.photos} – ${say.name}`)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(formats.locale)

    for (const [what, step] of Object.entries(steps)) {
      const person = { page, hands, formats, say, album: `June with ${input}`, files, client }
      await step(person).catch(async (error: unknown) => {
        await keep(page, `failed ${input}`)
        throw new Error(`With ${input}, somebody could not ${what}.`, { cause: error })
      })
      await keep(page, `${input}, ${what}`)
    }

    expectNoFaults(visitor)
  })
})

/** Adds the photos of all days, and a broken one. */
async function fill(client: Person['client']): Promise<void> {
  const start = (await draw(0, 0)).subarray(0, 120)
  const broken = new File([Uint8Array.from(start)], 'IMG_20181002_210000.jpg', {
    lastModified: Date.UTC(2018, 9, 2, 21),
  })
  await addDays(client, days, [broken])
}

function pressButton({ page, hands }: Person, name: string): Promise<void> {
  return hands.press(page.getByRole('button', { name, exact: true }))
}

/** Opens the view of a name, which may be in a menu. */
async function open(
  { page, hands, say }: Person,
  name: 'photos' | 'albums' | 'favourites' | 'trash' | 'jobs' | 'account',
) {
  const places = page.getByRole('navigation', { name: say.places.all })
  const more = places.getByRole('button', { name: say.places.more })
  const place = places.getByRole('link', {
    name: name === 'account' ? new RegExp(`^${say.places.account}`) : say.places[name],
  })
  if (!(await place.first().isVisible())) await hands.press(more)
  await hands.press(place.first())
  await page.getByRole('heading', { level: 1, name: say.places[name], exact: true }).waitFor()
}

async function goTo(person: Person, day: string): Promise<void> {
  const { page, hands, formats } = person
  await hands.goTo(person, day, formats.month(new Date(day)))
  await untilAtTop(page, formats.weekday(new Date(day)))
}
