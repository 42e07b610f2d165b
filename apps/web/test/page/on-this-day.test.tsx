import { createClient } from '@media-library/client'
import type { FakeService } from '@media-library/client/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, findPhoto, openPage } from '../support/open-page.js'

afterEach(() => localStorage.clear())

/** Adds two photos of this day of last year, one of four years ago, and another day. */
function fill(service: FakeService) {
  addDays(service, 1)
  const now = new Date()
  const day = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  for (const [name, years] of Object.entries({ x: 1, y: 1, z: 4 })) {
    const taken = `${now.getFullYear() - years}-${day}T12:00:00.000Z`
    service.addAsset({ originalFileName: name, localDateTime: taken, fileCreatedAt: taken, resized: true })
  }
}

test('this day of earlier years stands above the photos, and a year opens as a set in the light box', async () => {
  const { user } = await openPage('/', fill)
  const strip = within(await screen.findByRole('region', { name: 'On this day' }))
  expect(strip.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '1 year ago2 items',
    '4 years ago1 item',
  ])

  await user.click(strip.getByRole('link', { name: /^1 year ago/ }))
  await screen.findByText('1 of 2')
  await user.keyboard('{ArrowRight}')
  await screen.findByText('2 of 2')
  await user.keyboard('{Escape}')

  await waitFor(() => expect(document.activeElement?.textContent).toContain('1 year ago'))
  expect(location.search).toBe('')
})

test('it is hidden for the day', async () => {
  const { user, navigate } = await openPage('/', fill)
  await screen.findByRole('region', { name: 'On this day' })

  await user.click(screen.getByRole('button', { name: 'Hide until tomorrow' }))
  expect(screen.queryByRole('region', { name: 'On this day' })).toBeNull()
  await navigate('/albums')
  await navigate('/')
  await findPhoto('a')

  expect(screen.queryByRole('region', { name: 'On this day' })).toBeNull()
})

test('who wants no memories sees none', async () => {
  const { service } = await openPage('/albums', (service) => {
    fill(service)
    service.user.memoriesEnabled = false
  })

  expect((await createClient(service.options).getMyUserInfo()).memoriesEnabled).toBe(false)
  await screen.findByRole('link', { name: 'Photos' }).then((link) => link.click())
  await findPhoto('a')

  expect(screen.queryByRole('region', { name: 'On this day' })).toBeNull()
})
