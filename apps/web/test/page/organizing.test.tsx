import { createClient } from '@media-library/client'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays, findPhoto, openPage } from '../support/open-page.js'

async function openSelection() {
  const opened = await openPage('/', (service) => addDays(service, 2))
  await findPhoto('a')
  await opened.user.click(screen.getByRole('button', { name: 'Select a' }))
  return { ...opened, client: createClient(opened.service.options) }
}

test('what is selected gets a tag, which is made when there is none of that name', async () => {
  const { user, client } = await openSelection()

  for (const _ of ['new', 'known']) {
    await user.click(await screen.findByRole('button', { name: 'Add tag' }))
    await user.type(await screen.findByRole('combobox', { name: 'Tag' }), 'Sea{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

  const [tag, ...others] = await client.getAllTags()
  expect(others).toEqual([])
  expect((await client.getTagAssets(tag?.id ?? '')).items).toMatchObject([{ originalFileName: 'a' }])
})

test('what is selected is added to an album, and removed from it on its page', async () => {
  const { user, client } = await openSelection()
  const { id } = await client.createAlbum({ albumName: 'Trip' })

  await user.click(await screen.findByRole('button', { name: 'Add to album' }))
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Trip' }))
  await user.click(await screen.findByRole('link', { name: 'Trip' }))
  const { assetCount } = await client.getAlbumInfo(id)
  await findPhoto('a')
  await user.click(await screen.findByRole('button', { name: 'Select a' }))
  await user.click(await screen.findByRole('button', { name: 'Remove from album' }))

  await screen.findByText(/Removed 1 item from the album/)
  expect([assetCount, (await client.getAlbumInfo(id)).assetCount]).toEqual([1, 0])
})

test('a tag is taken off the selection on its page, and deleted after a question', async () => {
  const { user, service } = await openPage('/tags', (filled) => {
    const taken = '2024-07-01T12:00:00.000Z'
    const photos = ['a', 'b'].map((originalFileName) =>
      filled.addAsset({ originalFileName, localDateTime: taken, fileCreatedAt: taken, resized: true }),
    )
    filled.addTag({ name: 'Reef', assetIds: photos.map(({ id }) => id) })
  })
  const client = createClient(service.options)
  await user.click(await screen.findByRole('link', { name: /Reef/ }))
  await findPhoto('a')
  await user.click(screen.getByRole('button', { name: 'Select a' }))

  await user.click(await screen.findByRole('button', { name: 'Remove tag' }))
  await screen.findByText(/Removed the tag from 1 item/)
  const [tag] = await client.getAllTags()
  expect((await client.getTagAssets(tag?.id ?? '')).items).toMatchObject([{ originalFileName: 'b' }])
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

  await screen.findByText(/is deleted/)
  await screen.findByRole('heading', { name: 'Tags' })
  expect(await client.getAllTags()).toEqual([])
  expect((await client.getAllAssets()).items).toHaveLength(2)
})
