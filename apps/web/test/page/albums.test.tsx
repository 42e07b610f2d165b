import { createClient } from '@media-library/client'
import type { FakeService } from '@media-library/client/testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addDays, findPhoto, openPage, reappear } from '../support/open-page.js'

/** Selects the first photo of a wall, and opens the dialog that creates an album of it. */
async function openDialog(): Promise<{ user: UserEvent; service: FakeService }> {
  const { user, service } = await openPage('/', (service) => {
    addDays(service, 2)
    service.addUser({ name: 'Ben Ito', email: 'ben@example.org' })
    service.addUser({ name: 'Cleo Diaz', email: 'cleo@example.org' })
  })
  await findPhoto('a')
  await user.click(screen.getByRole('button', { name: 'Select a' }))
  await user.click(await screen.findByRole('button', { name: 'New album' }))
  await screen.findByRole('checkbox', { name: /Ben Ito/ })
  return { user, service }
}

test('typing names the album, and Enter makes it', async () => {
  const { user, service } = await openDialog()

  await user.keyboard('Summer{Enter}')

  const notice = await screen.findByRole('link', { name: 'Summer' })
  const { items } = await createClient(service.options).getAllAlbums()
  const [album] = items
  expect(notice.getAttribute('href')).toBe(`/albums/${album?.id}`)
  expect(album).toMatchObject({ albumName: 'Summer', assetCount: 1 })
})

test('Enter in the search for people chooses the only one found, and makes no album', async () => {
  const { user, service } = await openDialog()
  const dialog = within(screen.getByRole('dialog'))

  await user.type(dialog.getByRole('searchbox'), 'e{Enter}')
  expect(dialog.queryAllByRole('checkbox', { checked: true })).toEqual([])
  await user.type(dialog.getByRole('searchbox'), '{Backspace}cleo{Enter}')

  await waitFor(() => dialog.getByRole('checkbox', { name: /Cleo Diaz/, checked: true }))
  expect((await createClient(service.options).getAllAlbums()).items).toEqual([])
})

test('an album is shared with more people later', async () => {
  const { user, service } = await openPage('/tags', (filled) => {
    filled.addUser({ name: 'Ben Ito', email: 'ben@example.org' })
  })
  await createClient(service.options).createAlbum({ albumName: 'Trip' })
  await user.click(await screen.findByRole('link', { name: 'Albums' }))
  await user.click(await screen.findByRole('link', { name: /Trip/ }))

  await user.click(await screen.findByRole('button', { name: 'Share' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('checkbox', { name: /Ben Ito/ }))
  await user.click(dialog.getByRole('button', { name: 'Share' }))

  await screen.findByText('“Trip” is shared with Ben Ito.')
  await screen.findByText('0 items · shared with Ben Ito')
})

test('an album is taken back: from one person, and then from everybody', async () => {
  const { user, service, answerWith } = await openPage('/tags', (filled) => {
    filled.addUser({ name: 'Ben Ito', email: 'ben@example.org' })
  })
  // The page reads the album again before it knows that Ben is removed, as after an event.
  answerWith(async (url, init) => {
    const answer = await service.fetch(url, init)
    if (init?.method !== 'DELETE' || !url.includes('/user/')) return answer
    reappear()
    await screen.findByText(/^0 items$/)
    return answer
  })
  const client = createClient(service.options)
  const { id: benId } = (await client.getAllUsers()).find(({ name }) => name === 'Ben Ito') ?? { id: '' }
  await client.createAlbum({ albumName: 'Trip', sharedWithUserIds: [benId] })
  await user.click(await screen.findByRole('link', { name: 'Albums' }))
  await user.click(await screen.findByRole('link', { name: /Trip/ }))

  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('button', { name: 'Remove Ben Ito' }))
  await screen.findByText('“Trip” is no longer shared with Ben Ito.')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))

  await screen.findByText('The album “Trip” is deleted.')
  expect((await client.getAllAlbums()).items).toEqual([])
})

test.each([
  ['/albums', 'strasse 7', 'Straße 7'],
  ['/tags', 'CAFE 7', 'Café 7'],
])(
  'in many, on %s, a name is found without regard to accents, or nothing is said to have it',
  async (path, words, name) => {
    const { user } = await openPage(path, (service) => {
      const client = createClient(service.options)
      for (let number = 10; number < 70; number += 1) {
        service.addTag({ name: `Café ${number}` })
        void client.createAlbum({ albumName: `Straße ${number}` })
      }
    })

    const field = await screen.findByLabelText('Find by name')
    await user.type(field, `${words}`)
    await screen.findByText('Nothing has that name.')
    await user.clear(field)
    await user.type(field, words.replace('7', '42'))

    await screen.findByRole('link', { name: new RegExp(name.replace('7', '42')) })
    expect(screen.queryByRole('link', { name: new RegExp(name.replace('7', '43')) })).toBeNull()
  },
)
