import { createClient } from '@media-library/client'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { jobs } from '../../src/jobs/names.js'
import { addDays, findPhoto, openPage } from '../support/open-page.js'

test.each(jobs)('%s runs for what is selected, and the page says when it has ended', async (name, words) => {
  const { service, user } = await openPage('/', (filled) => addDays(filled, 1))
  const client = createClient(service.options)
  await findPhoto('a')
  await user.click(screen.getByRole('button', { name: 'Select a' }))

  await user.selectOptions(await screen.findByLabelText('Run a job'), words)
  await waitFor(async () => expect((await client.getAssetJobs({ state: 'queued' })).items).toHaveLength(1))
  service.endJobs('succeeded')

  await screen.findByText(`${words}: done for 1 item.`)
  expect((await client.getAssetJobs({ state: 'succeeded' })).items).toMatchObject([{ name }])
})

test('the page of jobs counts them by name and state, and names what failed with its reason, for another try', async () => {
  const { service, user } = await openPage('/tags', (filled) => addDays(filled, 2))
  const client = createClient(service.options)
  const assetIds = (await client.getAllAssets()).items.map(({ id }) => id)
  await client.runAssetJobs({ assetIds, name: 'regenerate-thumbnail' })
  service.endJobs('failed', 'the file is gone')

  await user.click(await screen.findByRole('link', { name: 'Jobs' }))

  const row = within(await screen.findByRole('row', { name: /^failed/ }))
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const counts = row.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(counts[headings.indexOf('Thumbnails') - 1]).toBe('2')
  await waitFor(() => expect(screen.getAllByText('the file is gone')).toHaveLength(2))
  const [retry] = await screen.findAllByRole('button', { name: 'Retry' })
  await user.click(retry as HTMLElement)
  await waitFor(async () => expect((await client.getAssetJobs({ state: 'queued' })).items).toHaveLength(1))
})
