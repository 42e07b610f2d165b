import { createClient } from '@media-library/client'
import type { FakeService } from '@media-library/client/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addDays, findPhoto, openPage } from '../support/open-page.js'

async function readAll(service: FakeService) {
  const { items } = await createClient(service.options).getAllAssets()
  return Object.fromEntries(
    items.map(({ originalFileName, localDateTime, exifInfo: { dateTimeOriginal, latitude } = {} }) => [
      originalFileName,
      { localDateTime, dateTimeOriginal, latitude },
    ]),
  )
}

async function select(user: UserEvent, ...names: string[]) {
  for (const name of names) {
    await findPhoto(name)
    await user.click(screen.getByRole('button', { name: `Select ${name}` }))
  }
}

async function choose(user: UserEvent, what: string) {
  await user.selectOptions(await screen.findByLabelText('More…'), what)
  return screen.findByRole('dialog', { name: what })
}

test('scans get the date of the day on which they were taken, and lose it again', async () => {
  const { service, user } = await openPage('/', (filled) => addDays(filled, 3))
  const before = await readAll(service)
  await select(user, 'a', 'b')

  await choose(user, 'Correct the date')
  fireEvent.change(screen.getByLabelText('Date and time where it was taken'), { target: { value: '1985-08-01T12:00' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByText('The date of 2 items was corrected.')
  const scanned = { localDateTime: '1985-08-01T12:00:00.000Z', dateTimeOriginal: '1985-08-01T12:00:00.000Z' }
  expect(await readAll(service)).toEqual({ a: scanned, b: scanned, c: before['c'] })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () =>
    expect(Object.values(await readAll(service)).map(({ dateTimeOriginal }) => dateTimeOriginal)).toEqual([
      undefined,
      undefined,
      undefined,
    ]),
  )
})

test('the photos of a camera with a wrong clock move by hours, and back again', async () => {
  const { service, user } = await openPage('/', (filled) => addDays(filled, 2))
  const client = createClient(service.options)
  for (const { id, fileCreatedAt } of (await client.getAllAssets()).items)
    await client.updateAsset(id, { dateTimeOriginal: fileCreatedAt })
  const before = await readAll(service)
  await select(user, 'a', 'b')

  await choose(user, 'Correct the date')
  await user.click(screen.getByLabelText('Move each by some hours'))
  fireEvent.change(screen.getByLabelText('Hours'), { target: { value: '3' } })
  await user.selectOptions(screen.getByLabelText('Direction'), 'Earlier')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByText('The date of 2 items was corrected.')
  const after = await readAll(service)
  for (const name of ['a', 'b'])
    expect(Date.parse(before[name]?.localDateTime ?? '') - Date.parse(after[name]?.localDateTime ?? '')).toBe(
      3 * 3_600_000,
    )
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await readAll(service)).toEqual(before))
})

test('photos get the place of one among them, and lose it again', async () => {
  const { service, user } = await openPage('/', (filled) => {
    addDays(filled, 2)
    filled.addAsset({
      originalFileName: 'lisbon',
      localDateTime: '2024-07-01T09:00:00.000Z',
      fileCreatedAt: '2024-07-01T09:00:00.000Z',
      resized: true,
      exifInfo: { latitude: 38.7223, longitude: -9.1393, city: 'Lisbon', country: 'Portugal' },
    })
  })
  const before = await readAll(service)
  await select(user, 'a', 'lisbon')

  await choose(user, 'Set the place')
  await user.click(await screen.findByLabelText('Lisbon, Portugal (lisbon)'))
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByText('The place of 2 items was set.')
  expect(await readAll(service)).toMatchObject({
    a: { latitude: 38.7223 },
    b: before['b'],
    lisbon: { latitude: 38.7223 },
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await readAll(service)).toEqual(before))
})

test('the details of a photo without a date say that it is a guess, and correct it', async () => {
  const at = '2024-07-01T09:00:00.000Z'
  const { service, user } = await openPage('/', (filled) =>
    filled.addAsset({
      originalFileName: 'scan',
      fileCreatedAt: at,
      fileModifiedAt: at,
      localDateTime: at,
      resized: true,
    }),
  )
  await user.click(await findPhoto('scan'))
  await user.click(await screen.findByRole('button', { name: 'Details' }))
  await screen.findByText(/^Date unknown, file of/)

  await user.click(await screen.findByRole('button', { name: 'Correct the date' }))
  fireEvent.change(await screen.findByLabelText('Date and time where it was taken'), {
    target: { value: '1985-08-01T12:00' },
  })
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByText('The date of 1 item was corrected.')
  expect(await readAll(service)).toMatchObject({ scan: { localDateTime: '1985-08-01T12:00:00.000Z' } })
})
