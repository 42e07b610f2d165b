import { createClient } from '@media-library/client'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../support/open-page.js'

test('a link is changed where it is listed, and keeps its address and its password', async () => {
  const { user, service } = await openPage('/tags')
  const client = createClient(service.options)
  const { id } = await client.createAlbum({ albumName: 'Trip' })
  const link = await client.createSharedLink({ type: 'ALBUM', albumId: id, password: 'our secret' })
  await user.click(await screen.findByRole('link', { name: 'Albums' }))
  await user.click(await screen.findByRole('link', { name: /Trip/ }))
  await user.click(await screen.findByRole('button', { name: 'Link' }))
  const row = within(await screen.findByRole('region', { name: 'Links' }))
  await user.click(row.getByRole('button', { name: 'Edit' }))

  // As Escape does.
  ;(await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Change the link' })).close()
  await user.click(row.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the link' }))
  // A label leads to the field of its own dialog.
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  await user.click(dialog.getByLabelText('Allow downloads'))
  await user.selectOptions(dialog.getByLabelText('Expires'), 'After 7 days')
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change the link' })).toBeNull())
  const [changed] = await client.getAllSharedLinks()
  expect(changed).toMatchObject({ key: link.key, password: link.password, allowDownload: false, showMetadata: true })
  expect(Date.parse(changed?.expiresAt ?? '')).toBeGreaterThan(Date.now())
})

test('who makes a link with the keyboard is at its address, and hears in the dialog that it is copied', async () => {
  const { user, service } = await openPage('/albums')
  await createClient(service.options).createAlbum({ albumName: 'Trip' })
  await user.click(await screen.findByRole('link', { name: /Trip/ }))
  await user.click(await screen.findByRole('button', { name: 'Link' }))
  const dialog = within(await screen.findByRole('dialog'))

  await user.click(dialog.getByRole('button', { name: 'Create the link' }))

  const address = await dialog.findByLabelText('Address of the link')
  await waitFor(() => expect(document.activeElement).toBe(address))
  await user.tab()
  await user.keyboard(' ')
  expect((await dialog.findByText('The link is copied.')).role).toBe('status')
})

test('a link is taken back only after a question, because it cannot be restored', async () => {
  const { user, service } = await openPage('/tags')
  const client = createClient(service.options)
  const { id } = await client.createAlbum({ albumName: 'Trip' })
  await client.createSharedLink({ type: 'ALBUM', albumId: id })
  await user.click(await screen.findByRole('link', { name: 'Albums' }))
  await user.click(await screen.findByRole('link', { name: /Trip/ }))
  await user.click(await screen.findByRole('button', { name: 'Link' }))
  const row = within(await screen.findByRole('region', { name: 'Links' }))

  await user.click(row.getByRole('button', { name: 'Take back' }))
  const question = within(await screen.findByRole('dialog', { name: 'Take back the link?' }))
  question.getByText(/cannot be restored/)
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(await client.getAllSharedLinks()).toHaveLength(1)

  await user.click(row.getByRole('button', { name: 'Take back' }))
  const again = within(await screen.findByRole('dialog', { name: 'Take back the link?' }))
  await user.click(again.getByRole('button', { name: 'Take back' }))
  await screen.findByText(/The link is taken back/)
  expect(await client.getAllSharedLinks()).toEqual([])
})
