import { createClient } from '@media-library/client'
import { aPerson, type FakeService } from '@media-library/client/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findPhoto, openPage } from '../support/open-page.js'

/** Adds photos `both` of Ada and Zoë, and `alone` of Ada. */
function addPeople(service: FakeService) {
  const [ada, zoe] = [aPerson({ name: 'Ada' }), aPerson({ name: 'Zoë' })]
  service.addAsset({ originalFileName: 'both', people: [zoe, ada], resized: true })
  service.addAsset({ originalFileName: 'alone', people: [ada], resized: true })
}

async function listNames() {
  const list = await screen.findByRole('list', { name: 'People' })
  return within(list)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
}

test('people are listed by name with the number of their pictures, and lead to these', async () => {
  const { user } = await openPage('/people', addPeople)

  expect(await listNames()).toEqual(['Ada2 items', 'Zoë1 item'])
  await user.click(screen.getByRole('link', { name: /Ada/ }))

  await screen.findByRole('heading', { name: 'Ada' })
  await findPhoto('both')
  await findPhoto('alone')
})

test('a person is named and dated, and keeps it', async () => {
  const { user, service } = await openPage('/people', addPeople)
  await user.click(await screen.findByRole('link', { name: /Ada/ }))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))

  await user.keyboard('Ada Byron')
  await user.type(screen.getByLabelText('Date of birth'), '1815-12-10')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByRole('heading', { name: 'Ada Byron' })
  await screen.findByText(/born .*1815/)
  const { people } = await createClient(service.options).getAllPeople()
  expect(people[0]).toMatchObject({ name: 'Ada Byron', birthDate: '1815-12-10' })
})

test.each([
  ['Merge', ['Zoë']],
  ['Keep both', ['Zoë', 'Zoë']],
])('a name that somebody else has is asked about: %s', async (answer, names) => {
  const { user, service } = await openPage('/people', addPeople)
  await user.click(await screen.findByRole('link', { name: /Ada/ }))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))

  await user.keyboard('Zoë{Enter}')
  await user.click(await screen.findByRole('button', { name: answer }))

  await screen.findByRole('heading', { name: 'Zoë' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { people } = await createClient(service.options).getAllPeople()
  expect(people.map(({ name }) => name)).toEqual(names)
})

test('two people are made one after a question', async () => {
  const { user, service } = await openPage('/people', addPeople)
  await user.click(await screen.findByRole('link', { name: /Zoë/ }))
  await user.click(await screen.findByRole('button', { name: 'Merge…' }))
  await user.click(await within(screen.getByRole('dialog')).findByRole('button', { name: 'Ada' }))

  await user.click(await screen.findByRole('button', { name: 'Merge' }))

  await screen.findByText('“Ada” is “Zoë” now.')
  const { people } = await createClient(service.options).getAllPeople()
  expect(people.map(({ name, count }) => [name, count])).toEqual([['Zoë', 2]])
})

test('a hidden person is found again, and shown again', async () => {
  const { user } = await openPage('/people', addPeople)
  await user.click(await screen.findByRole('link', { name: /Zoë/ }))
  await user.click(await screen.findByRole('button', { name: 'Hide' }))
  await screen.findByRole('button', { name: 'Show again' })

  await user.click(screen.getByRole('link', { name: 'People' }))
  await waitFor(async () => expect(await listNames()).toEqual(['Ada2 items']))
  await user.click(screen.getByRole('button', { name: 'Show 1 hidden' }))
  await user.click(await screen.findByRole('link', { name: /Zoë/ }))
  await findPhoto('both')
  await user.click(await screen.findByRole('button', { name: 'Show again' }))

  await screen.findByRole('button', { name: 'Hide' })
  await user.click(screen.getByRole('link', { name: 'People' }))
  await waitFor(async () => expect(await listNames()).toEqual(['Ada2 items', 'Zoë1 item']))
})

test('the details of a picture lead to the people in it', async () => {
  const { user } = await openPage('/', addPeople)
  await user.click(await findPhoto('both'))
  await user.click(await screen.findByRole('button', { name: 'Details' }))

  const people = await screen.findByRole('list', { name: 'People' })
  expect(within(people).getAllByRole('link')).toHaveLength(2)
  await user.click(within(people).getByRole('link', { name: 'Ada' }))

  await screen.findByRole('heading', { name: 'Ada' })
})

test('a person who is not in a picture is taken off, and put back', async () => {
  const { user, service } = await openPage('/', addPeople)
  await user.click(await findPhoto('both'))
  await user.click(await screen.findByRole('button', { name: 'Details' }))
  const list = await screen.findByRole('list', { name: 'People' })

  await user.click(within(list).getByRole('button', { name: 'Not Zoë' }))

  await screen.findByText('Zoë is no longer in this picture.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Not Zoë' })).toBeNull())
  expect(await listNames()).toEqual(['Ada'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close the details' }))
  const client = createClient(service.options)
  expect((await client.getAllPeople()).people.map(({ name }) => name)).toEqual(['Ada'])

  await user.click(screen.getByRole('button', { name: 'Undo' }))

  await screen.findByRole('button', { name: 'Not Zoë' })
  expect((await client.getAllPeople()).people.map(({ name }) => name)).toEqual(['Ada', 'Zoë'])
})

test('a picture of a person becomes their cover', async () => {
  const { user, service } = await openPage('/people', addPeople)
  await user.click(await screen.findByRole('link', { name: /Ada/ }))
  await user.click(await findPhoto('both'))

  await user.click(await screen.findByRole('button', { name: 'Set as cover' }))

  await screen.findByText('It is the picture of the person now.')
  const { people } = await createClient(service.options).getAllPeople()
  expect(people[0]?.thumbnailPath).not.toBe('')
})
