import { createClient } from '@media-library/client'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findPhoto, openPage } from '../support/open-page.js'

test('a photo whose thumbnail could not be made is marked, and says why and what to do', async () => {
  const { service, user, navigate } = await openPage('/tags')
  const broken = service.addAsset({ originalFileName: 'broken', resized: false })
  service.addAsset({ originalFileName: 'waiting', resized: false })
  await createClient(service.options).runAssetJobs({ assetIds: [broken.id], name: 'regenerate-thumbnail' })
  service.endJobs('failed', 'the file is cut short')

  await navigate('/')

  await within(await findPhoto('broken')).findByText('Cannot be shown')
  expect(within(await findPhoto('waiting')).queryByText('Cannot be shown')).toBeNull()
  await user.click(await findPhoto('broken'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Large picture' }))
  await dialog.findByText('the file is cut short')
  dialog.getByText(/Open the file in another program/)
  dialog.getByRole('link', { name: 'What did not work' })
})
