import { createClient } from '@media-library/client'
import { expect, test } from 'vitest'
import { listFindings } from '../support/axe.js'
import { describeJourney, expectNoFaults, untilPictures } from '../support/journey.js'
import { makePhoto, makeSidecar, makeUser } from '../support/photos.js'
import { waysOr } from '../support/ways.js'

describeJourney('people', ({ enter, service, keep }) => {
  test.each(waysOr('fingers'))(
    'are named, merged and hidden with $input',
    async ({ hands: { options, press }, say }) => {
      const user = await makeUser(service)
      const client = createClient({ baseUrl: service.url, apiKey: user.apiKey })
      for (const names of [['Ada', 'Bob'], ['Ada Byron']]) {
        const file = new File([new Uint8Array(await makePhoto(service))], 'photo.jpg', { type: 'image/jpeg' })
        await client.uploadFile(file, { sidecar: makeSidecar(names) })
      }
      const { page, faults } = await enter(user, { ...options, bypassCSP: true })
      const people = page.getByRole('list', { name: say.places.people })
      const link = (called: string) => people.getByRole('link', { name: called })
      if (options.isMobile) await press(page.getByRole('button', { name: say.places.more, exact: true }))
      await press(page.getByRole('link', { name: say.places.people }))

      // Each face is cut out when it is asked for, and appears by itself.
      for (const called of ['Ada Byron', 'Bob'])
        await page.waitForFunction(
          ([label, text]) => {
            const list = document.querySelector(`ul[aria-label="${label}"]`)
            const item = [...(list?.querySelectorAll('li') ?? [])].find(({ textContent }) =>
              textContent?.startsWith(text ?? ''),
            )
            return (item?.querySelector('img')?.naturalWidth ?? 0) > 0
          },
          [say.places.people, called],
        )
      await keep(page, `people-${options.locale}`)
      expect(await listFindings(page)).toEqual([])

      await press(link('Ada Byron'))
      await untilPictures(page, 1)
      await press(page.getByRole('button', { name: say.people.mergeWith }))
      await press(page.getByRole('dialog').getByRole('button', { name: 'Ada', exact: true }))
      await press(page.getByRole('dialog').getByRole('button', { name: say.people.merge, exact: true }))
      await untilPictures(page, 2)
      await keep(page, `person-${options.locale}`)
      await press(page.getByRole('button', { name: say.verbs.edit }))
      await page.getByLabel(say.fields.name, { exact: true }).fill('Countess')
      await page.getByLabel(say.people.birthDate).fill('1815-12-10')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Countess' }).waitFor()
      await press(page.getByRole('button', { name: say.people.hide, exact: true }))
      await page.getByRole('button', { name: say.people.show }).waitFor()

      await page.goBack()
      await link('Bob').waitFor()
      await link('Countess').waitFor({ state: 'detached' })
      await press(page.getByRole('button', { name: say.people.showHidden(1) }))
      await link('Countess').waitFor()
      const { people: stored } = await client.getAllPeople({ withHidden: true })
      expect(stored.map(({ name, count }) => [name, count])).toEqual([
        ['Bob', 1],
        ['Countess', 2],
      ])
      expectNoFaults({ page, faults })
    },
  )
})
