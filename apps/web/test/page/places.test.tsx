import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findPhoto, openPage } from '../support/open-page.js'

test.each([
  ['/jobs', 'true'],
  ['/account', 'true'],
  ['/trash', 'true'],
  ['/places', 'true'],
  ['/search', null],
  ['/albums', null],
])('on %s, the menu of a phone is marked as it should be', async (path, marked) => {
  const { navigate } = await openPage('/tags')

  await navigate(path)

  await waitFor(() => expect(screen.getByRole('button', { name: 'More' }).getAttribute('aria-current')).toBe(marked))
})

test('the places are listed with their counts, found by name, and lead to all that was taken there', async () => {
  const { user } = await openPage('/places', (service) => {
    for (let number = 1; number <= 60; number += 1) {
      service.addAsset({ exifInfo: { city: `City ${number}`, country: 'Portugal', latitude: 38, longitude: -9 } })
    }
    const taken = { localDateTime: '2024-07-01T12:00:00.000Z', resized: true }
    service.addAsset({ originalFileName: 'a', ...taken, exifInfo: { city: 'Öland', latitude: 56, longitude: 16 } })
  })

  await user.type(await screen.findByLabelText('Find by name'), 'zzz')
  await screen.findByText('Nothing has that name.')
  await user.clear(screen.getByLabelText('Find by name'))
  await user.type(screen.getByLabelText('Find by name'), 'öl')
  await user.click(await screen.findByRole('link', { name: /Öland.*1 item/ }))

  await findPhoto('a')
  expect(new URLSearchParams(location.search).get('city')).toBe('Öland')
})
