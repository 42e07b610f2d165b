import { createClient } from '@media-library/client'
import type { FakeService } from '@media-library/client/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, reappear } from '../support/open-page.js'

/** Creates a file as a browser does. */
function file(name: string, content = name): File {
  return new File([content], name, { lastModified: 1_700_000_000_000 })
}

/** Drops files on the page with the events of a browser. */
function drop(...files: File[]) {
  const items = files.map((one) => ({ kind: 'file', getAsFile: () => one }))
  const dataTransfer = { types: ['Files'], items, files }
  fireEvent.dragOver(window, { dataTransfer })
  fireEvent.drop(window, { dataTransfer })
}

async function namesIn(service: FakeService): Promise<string[]> {
  const { items } = await createClient(service.options).getAllAssets()
  return items.map(({ originalFileName }) => originalFileName).sort()
}

function panel() {
  return screen.findByRole('region', { name: 'Uploads' })
}

test('what is dropped is added, and what is no photo is named with what to do', async () => {
  const { service } = await openPage('/tags')
  await screen.findByRole('heading', { name: 'Tags' })

  drop(file('a.jpg'), file('b.mov'), file('notes.txt'), file('.DS_Store'))

  const uploads = within(await panel())
  await uploads.findByText(/2 files added, 1 file not added/)
  expect(uploads.getByText('notes.txt')).toBeTruthy()
  uploads.getByText(/give it the usual extension/)
  expect(await namesIn(service)).toEqual(['a.jpg', 'b.mov'])
})

test('what is held over the page and taken away again leaves nothing there', async () => {
  await openPage('/tags')
  const heading = await screen.findByRole('heading', { name: 'Tags' })
  const dataTransfer = { types: ['Files'], items: [], files: [] }

  fireEvent.dragOver(heading, { dataTransfer })
  await screen.findByText('Drop to add to your library')
  fireEvent(heading, new MouseEvent('dragleave', { bubbles: true, relatedTarget: document.body }))
  screen.getByText('Drop to add to your library')
  fireEvent(heading, new MouseEvent('dragleave', { bubbles: true }))

  expect(screen.queryByText('Drop to add to your library')).toBeNull()
})

test('on the page of an album, it is added to the album, also when it was in the library', async () => {
  const { service, user } = await openPage('/tags')
  const client = createClient(service.options)
  await client.uploadFile(file('known.jpg'))
  const { id } = await client.createAlbum({ albumName: 'Trip' })
  await user.click(await screen.findByRole('link', { name: 'Albums' }))
  await user.click(await screen.findByRole('link', { name: /Trip/ }))
  await screen.findByRole('heading', { name: 'Trip' })

  drop(file('known.jpg'), file('new.jpg'))

  const uploads = within(await panel())
  await uploads.findByText(/1 file added, 1 file already in the library/)
  const { assets } = await client.getAlbumInfo(id)
  expect(assets.map(({ originalFileName }) => originalFileName).sort()).toEqual(['known.jpg', 'new.jpg'])
})

test('what the service refuses is quoted, and tried again when somebody says so', async () => {
  const { service, user, untilQuiet } = await openPage('/tags')
  await screen.findByRole('heading', { name: 'Tags' })
  await untilQuiet
  service.failNext('quota_exceeded', { times: 1 })

  drop(file('a.jpg'))

  const uploads = within(await panel())
  await uploads.findByText(/Your storage is full/)
  await user.click(await uploads.findByRole('button', { name: 'Try again' }))
  await uploads.findByText('1 file added.')
  expect(await namesIn(service)).toEqual(['a.jpg'])
})

test('a service that is busy is waited for', async () => {
  const { service, untilQuiet } = await openPage('/tags')
  await screen.findByRole('heading', { name: 'Tags' })
  await untilQuiet
  service.failNext('unavailable', { times: 3, retryAfter: 1 })

  drop(file('a.jpg'))

  const uploads = within(await panel())
  await uploads.findByText(/The upload continues by itself\.$/, { selector: 'p' })
  await uploads.findByText('1 file added.')
})

test('files are added whose answers were lost with the connection', async () => {
  const { service, answerWith, untilQuiet } = await openPage('/tags')
  await screen.findByRole('heading', { name: 'Tags' })
  await untilQuiet
  let lost = 0
  answerWith(async (url, init) => {
    const answer = await service.fetch(url, init)
    if (!url.endsWith('/asset/upload') || lost === 3) return answer
    lost += 1
    throw new TypeError('Failed to fetch')
  })

  drop(...['a', 'b', 'c', 'd', 'e'].map((name) => file(`${name}.jpg`)))

  await within(await panel()).findByText('5 files added.')
  expect(lost).toBe(3)
})

test('an outage during an upload is said once, by the banner', async () => {
  const { service, answerWith, untilQuiet } = await openPage('/tags')
  await screen.findByRole('heading', { name: 'Tags' })
  await untilQuiet
  answerWith((url, init) =>
    url.includes('/api/events') ? service.fetch(url, init) : Promise.reject(new TypeError('Failed to fetch')),
  )

  drop(file('a.jpg'))
  await within(await panel()).findByRole('heading', { name: 'Waiting' })
  reappear()
  await screen.findByText('Your library cannot be reached.')

  expect(screen.getAllByText(/cannot be reached/, { selector: 'strong' })).toHaveLength(1)
  answerWith(service.fetch)
  await within(await panel()).findByText('1 file added.')
})

test('a stopped upload goes on when somebody says so', async () => {
  const { service, user, untilQuiet } = await openPage('/tags')
  await screen.findByRole('heading', { name: 'Tags' })
  await untilQuiet
  service.failNext('unavailable', { retryAfter: 600 })

  drop(file('a.jpg'), file('b.jpg'))
  const uploads = within(await panel())
  await uploads.findByRole('heading', { name: 'Waiting' })
  await user.click(uploads.getByRole('button', { name: 'Stop' }))
  await uploads.findByText('0 files added, 2 files not sent.')
  await user.click(uploads.getByRole('button', { name: 'Continue' }))

  await uploads.findByText('2 files added.')
  expect(await namesIn(service)).toEqual(['a.jpg', 'b.jpg'])
})

test('who is signed out in the middle is told so', async () => {
  const { service, untilQuiet } = await openPage('/tags')
  await screen.findByRole('heading', { name: 'Tags' })
  await untilQuiet
  service.failNext('unauthenticated')

  drop(file('a.jpg'))

  await within(await panel()).findByText('You are signed out')
})

test('the names of what an earlier page left are said, and forgotten when somebody says so', async () => {
  const { user, service } = await openPage('/tags', (service) => {
    const left = [{ name: 'a.jpg', size: 5 }]
    localStorage.setItem(`media-library.unsent.${service.user.id}`, JSON.stringify(left))
  })

  const uploads = within(await panel())
  await uploads.findByText(/1 file was not sent when this page was left: a\.jpg/)
  await user.click(uploads.getByRole('button', { name: 'Forget them' }))

  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  expect(localStorage.getItem(`media-library.unsent.${service.user.id}`)).toBeNull()
})
