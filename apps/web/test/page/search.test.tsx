import { createClient, type Person } from '@media-library/client'
import { aPerson, type FakeService } from '@media-library/client/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findPhoto, openPage } from '../support/open-page.js'

const lisbon = { city: 'Lisbon', state: 'Lisboa', country: 'Portugal', latitude: 38.7, longitude: -9.1 }

const zoe = aPerson({ name: 'Zoë' })

/** Adds the photo `a` of Lisbon in 2019, which shows Zoë, `b` of Lisbon in 2021, and `c` of the beach in 2019, which an album has. */
async function fill(service: FakeService) {
  const add = (originalFileName: string, taken: string, exifInfo = {}, people: Person[] = []) =>
    service.addAsset({ originalFileName, localDateTime: taken, fileCreatedAt: taken, resized: true, exifInfo, people })
  add('a', '2019-06-15T12:00:00.000Z', { ...lisbon, make: 'Sony', model: 'A7' }, [zoe])
  add('b', '2021-06-15T12:00:00.000Z', lisbon)
  const { id } = add('c', '2019-07-01T12:00:00.000Z', { description: 'beach' })
  service.addTag({ name: 'Lighthouse', assetIds: [id] })
  await createClient(service.options).createAlbum({ albumName: 'Grandma', assetIds: [id] })
}

const openFilled = (path: string) => openPage(path, (service) => void fill(service))

function askedParts() {
  const list = screen.getByRole('list', { name: 'What you look for' })
  return within(list)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
}

test('the key / leads to the search from any view, Enter finds, and Escape leaves', async () => {
  const { user, navigate } = await openFilled('/albums')
  await screen.findByRole('link', { name: /Grandma/ })

  await user.keyboard('/')
  const field = screen.getByRole('combobox', { name: 'Search' })
  expect(document.activeElement).toBe(field)
  await user.keyboard('x{Escape}')
  expect([document.activeElement === field, (field as HTMLInputElement).value]).toEqual([false, ''])
  await user.keyboard('/grandma beach 2019{Enter}')

  await findPhoto('c')
  expect(askedParts()).toEqual(['grandma', 'beach', '2019'])
  await screen.findByText('1 item found')
  expect(document.title).toContain('grandma beach 2019')
  await navigate('/tags')
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(''))
})

test('a part of what is asked for is taken off, and going back brings it again', async () => {
  const { user } = await openFilled('/search?q=2019&city=Lisbon')
  await findPhoto('a')
  expect(screen.queryByRole('link', { name: /Photo b$/ })).toBeNull()

  await user.click(screen.getByRole('link', { name: 'Without 2019' }))
  await findPhoto('b')
  expect(location.search).toBe('?city=Lisbon')
  history.back()

  await waitFor(() => expect(screen.queryByRole('link', { name: /Photo b$/ })).toBeNull())
  await findPhoto('a')
  expect(askedParts()).toEqual(['2019', 'Lisbon'])
})

test('suggestions come in groups as one types, and the arrow keys choose among them', async () => {
  const { user } = await openFilled('/')
  await findPhoto('c')
  await user.keyboard('/2019 li')
  const list = screen.getByRole('listbox', { name: 'Suggestions' })
  const option = await within(list).findByRole('option', { name: /Lisbon/ })

  expect(within(list).queryByText('Lighthouse')).toBeNull()
  await user.keyboard('{ArrowDown}')
  expect(option.getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('combobox', { name: 'Search' }).getAttribute('aria-activedescendant')).toBe(option.id)
  await user.keyboard('{Enter}')

  await findPhoto('a')
  expect(askedParts()).toEqual(['2019', 'Lisbon, Lisboa, Portugal'])
  expect(screen.queryByRole('link', { name: /Photo b$/ })).toBeNull()
})

test.each([
  ['port', 'Places', /Lisbon/, '/search'],
  ['gran', 'Albums', /Grandma/, '/albums/'],
  ['LIGHT', 'Tags', /Lighthouse/, '/tags/'],
  ['vid', 'Kinds', /Videos/, '/search'],
  ['201', 'Years', /2019/, '/search'],
  ['a7', 'Cameras', /A7/, '/search'],
])('%s suggests %s', async (words, group, name, path) => {
  const { user } = await openFilled('/')
  await findPhoto('c')
  await user.keyboard(`/${words}`)

  const found = within(await screen.findByRole('group', { name: group }))
  await user.click(found.getByRole('option', { name }))

  await waitFor(() => expect(location.pathname.startsWith(path)).toBe(true))
})

test('a person is suggested with their face beside the words, kept in the address, and taken off', async () => {
  const { user, navigate } = await openFilled('/search?q=2019')
  await findPhoto('c')
  await user.keyboard('/2019 zoe')
  const option = within(await screen.findByRole('group', { name: 'People' })).getByRole('option', {
    name: 'Zoë 1 item',
  })
  expect(option.querySelector('img')?.getAttribute('src')).toContain(zoe.id)

  await user.click(option)
  await findPhoto('a')
  await waitFor(() => expect(askedParts()).toEqual(['2019', 'Person: Zoë']))
  expect(screen.queryByRole('link', { name: /Photo c$/ })).toBeNull()
  await navigate(`${location.pathname}${location.search}`)
  await user.click(screen.getByRole('link', { name: 'Without Person: Zoë' }))

  await findPhoto('c')
  expect([askedParts(), location.search.includes('personIds')]).toEqual([['2019'], false])
})

test('hidden people are not suggested, and their id in an address finds nothing and tells no name', async () => {
  const hidden = aPerson({ name: 'Zoë', isHidden: true })
  const { user } = await openPage(`/search?personIds=${hidden.id}`, (service) => {
    service.addAsset({ originalFileName: 'a', people: [hidden, aPerson({ name: 'Zoltan' })], resized: true })
  })

  await screen.findByText('Nothing of yours has all of this: Person.')
  expect(askedParts()).toEqual(['Person'])
  await user.keyboard('/zo')

  await screen.findByRole('option', { name: /Zoltan/ })
  expect(screen.getAllByRole('option')).toHaveLength(1)
})

test('nothing found says what was looked for, and what there is without a part of it', async () => {
  const { user } = await openFilled('/search?q=lisbon grandma')

  await screen.findByText('Nothing of yours has all of this: lisbon and grandma.')
  await screen.findByText(/Check the spelling/)
  await user.click(await screen.findByRole('link', { name: 'Leave out “lisbon”: 1 item' }))

  await findPhoto('c')
})

test('what is added appears among what was found', async () => {
  const { service, untilQuiet } = await openFilled('/search?q=beach')
  await findPhoto('c')
  await untilQuiet

  service.addAsset({ originalFileName: 'd', resized: true, exifInfo: { description: 'beach' } })

  await screen.findByText('2 items found')
})

test('without words, the search shows what there is to find', async () => {
  const { user } = await openFilled('/search')

  await user.click(await screen.findByRole('link', { name: /^Lisbon/ }))

  await screen.findByText('2 items found')
  expect(askedParts()).toEqual(['Lisbon, Lisboa, Portugal'])
})
