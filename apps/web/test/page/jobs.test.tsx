import { createClient } from '@media-library/client'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { jobs } from '../../src/jobs/names.js'
import { messages } from '../../src/language/messages.js'
import { addDays, findPhoto, openPage } from '../support/open-page.js'

test.each(jobs)('%s runs for what is selected, and the page says when it has ended', async (name) => {
  const { run } = messages.jobs.of[name]
  const { service, user } = await openPage('/', (filled) => addDays(filled, 1))
  const client = createClient(service.options)
  await findPhoto('a')
  await user.click(screen.getByRole('button', { name: 'Select a' }))

  await user.selectOptions(await screen.findByLabelText('More…'), run)
  await waitFor(async () => expect((await client.getAssetJobs({ state: 'queued' })).items).toHaveLength(1))
  service.endJobs('succeeded')

  await screen.findByText(`${run}: done for 1 item.`)
  expect((await client.getAssetJobs({ state: 'succeeded' })).items).toMatchObject([{ name }])
})

test('the page of jobs has a bar for each kind of work, and names what failed with its reason, for another try', async () => {
  const { service, user } = await openPage('/tags', (filled) => addDays(filled, 2))
  const client = createClient(service.options)
  const [failing = '', waiting = ''] = (await client.getAllAssets()).items.map(({ id }) => id)
  await client.runAssetJobs({ assetIds: [failing], name: 'regenerate-thumbnail' })
  service.endJobs('failed', 'the file is cut short')
  await client.runAssetJobs({ assetIds: [waiting], name: 'regenerate-thumbnail' })

  await user.click(await screen.findByRole('link', { name: 'Activity' }))

  const bar = await screen.findByRole('progressbar', { name: 'Previews' })
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['0', '2'])
  await screen.findByText(/0 of 2 done/)
  const failure = within(await screen.findByRole('region', { name: 'What did not work' }))
  await failure.findByRole('link', { name: /^[ab]$/ })
  failure.getByText('Its preview could not be made.')
  failure.getByText(/the file is cut short/)
  await user.click(failure.getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect((await client.getAssetJobs({ state: 'queued' })).items).toHaveLength(2))
})
