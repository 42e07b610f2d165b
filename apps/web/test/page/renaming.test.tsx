import { createClient } from '@media-library/client'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../support/open-page.js'

test('the owner renames and describes an album, and the page shows it', async () => {
  const { user, service } = await openPage('/tags')
  await createClient(service.options).createAlbum({ albumName: 'Trip' })
  await user.click(await screen.findByRole('link', { name: 'Albums' }))
  await user.click(await screen.findByRole('link', { name: /Trip/ }))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))

  await user.keyboard('Summer')
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Two weeks by the sea')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByRole('heading', { name: 'Summer' })
  await screen.findByText('Two weeks by the sea')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await createClient(service.options).getAllAlbums()).items).toMatchObject([{ albumName: 'Summer' }])
})

test('a tag is renamed, and a name that another tag has is refused with the reason', async () => {
  const { user, service, answerWith } = await openPage('/tags', (service) => {
    service.addTag({ name: 'Sea', assetIds: [service.addAsset().id] })
    service.addTag({ name: 'Lake' })
  })
  await user.click(await screen.findByRole('link', { name: 'Sea' }))
  await user.click(await screen.findByRole('button', { name: 'Rename' }))

  let renames = 0
  answerWith((url, init) => {
    if (init?.method === 'PATCH' || init?.method === 'PUT') renames += 1
    return service.fetch(url, init)
  })
  await user.keyboard('Lake{Enter}')
  await within(screen.getByRole('dialog')).findByText('This name is taken')
  expect(renames).toBe(1)
  await user.clear(screen.getByRole('textbox', { name: 'Name' }))
  await user.keyboard('Ocean{Enter}')

  await screen.findByRole('heading', { name: 'Ocean' })
})
