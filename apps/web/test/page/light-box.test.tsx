import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addDays, findPhoto, openPage } from '../support/open-page.js'

/** Opens the photo `b` of a wall of two days, `a` and `b` on the newer one, `c` and `d` on the older. */
async function openPhoto(): Promise<UserEvent> {
  localStorage.removeItem('details')
  const { user } = await openPage('/', (service) => addDays(service, 2, 2))
  await user.click(await findPhoto('b'))
  await screen.findByRole('dialog', { name: 'Large picture' })
  await untilLarge('b')
  return user
}

/** Waits until the light box and the address show a photo. */
async function untilLarge(name: string): Promise<void> {
  await screen.findByRole('link', { name: `Download ${name}` })
  const [tile] = document.querySelectorAll(`[data-picture][aria-label$=', Photo ${name}']`)
  await waitFor(() =>
    expect(new URLSearchParams(location.search).get('picture')).toBe(tile?.getAttribute('data-picture')),
  )
}

test('arrow keys lead to the photo before and the next, over the days between', async () => {
  const user = await openPhoto()

  await user.keyboard('{ArrowRight}')
  await untilLarge('c')

  await user.keyboard('{ArrowLeft}')
  await untilLarge('b')
})

test('Enter opens the photo that has the focus', async () => {
  const { user } = await openPage('/', (service) => addDays(service, 2))
  const photo = await findPhoto('b')
  photo.focus()

  await user.keyboard('{Enter}')

  await untilLarge('b')
})

test('Escape closes the light box, and the address is that of the wall', async () => {
  const user = await openPhoto()

  await user.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe('')
})

test('the details say what the photo is called, and stay open for the next one', async () => {
  const user = await openPhoto()

  await user.click(screen.getByRole('button', { name: 'Details' }))
  await within(screen.getByRole('complementary', { name: 'Details' })).findByText('b')

  await user.keyboard('{ArrowRight}')
  await within(screen.getByRole('complementary', { name: 'Details' })).findByText('c')
})

test('the details say that the date is unknown of a photo that has that of its last change alone', async () => {
  localStorage.removeItem('details')
  const moment = '2024-07-01T12:00:00.000Z'
  const { user } = await openPage('/', (service) => {
    const times = { localDateTime: moment, fileCreatedAt: moment, fileModifiedAt: moment }
    service.addAsset({ originalFileName: 'b', resized: true, ...times })
  })
  await user.click(await findPhoto('b'))
  await screen.findByRole('dialog', { name: 'Large picture' })

  await user.click(screen.getByRole('button', { name: 'Details' }))

  await within(screen.getByRole('complementary', { name: 'Details' })).findByText(/^Date unknown, file of .*2024/)
})

test('the owner describes a photo, and the page keeps what it says', async () => {
  const user = await openPhoto()
  await user.click(screen.getByRole('button', { name: 'Details' }))
  const details = within(screen.getByRole('complementary', { name: 'Details' }))

  await user.type(await details.findByRole('textbox', { name: 'Description' }), 'The lake at dusk')
  await user.click(details.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(details.queryByRole('button', { name: 'Save' })).toBeNull())
  await user.keyboard('{Escape}')
  await user.click(await findPhoto('b'))

  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'The lake at dusk'),
  )
})

test.each([
  [/2024/, '2024-07-01', 2],
  ['Lisbon, Portugal', 'Lisbon, Portugal', 2],
  ['Sony A7', 'Sony A7', 1],
])('the details lead to everything of the same %s', async (value, part, count) => {
  localStorage.removeItem('details')
  const { user } = await openPage('/', (service) => {
    const taken = {
      localDateTime: '2024-07-01T12:00:00.000Z',
      fileCreatedAt: '2024-07-01T12:00:00.000Z',
      resized: true,
    }
    const place = { city: 'Lisbon', country: 'Portugal' }
    service.addAsset({ ...taken, originalFileName: 'b', exifInfo: place })
    service.addAsset({ ...taken, originalFileName: 'a', exifInfo: { ...place, make: 'Sony', model: 'A7' } })
  })
  await user.click(await findPhoto('a'))
  await user.click(await screen.findByRole('button', { name: 'Details' }))

  const details = within(await screen.findByRole('complementary', { name: 'Details' }))
  await user.click(await details.findByRole('link', { name: value }))

  await screen.findByText(count === 1 ? '1 item found' : `${count} items found`)
  screen.getByRole('link', { name: `Without ${part}` })
})
