import { createClient, type Fetch } from '@media-library/client'
import type { FakeService } from '@media-library/client/testing'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from '../support/open-page.js'
import { readCode } from '../support/qr-code.js'

const HERE = 'http://127.0.0.1:2283/'

function asGuest(service: FakeService) {
  service.user.isAdmin = false
}

/** Lets the page stand at another address until the test ends. */
function standAt(address: string) {
  const { happyDOM } = globalThis as typeof globalThis & { happyDOM: { setURL: (address: string) => void } }
  const { href } = location
  happyDOM.setURL(address)
  onTestFinished(() => happyDOM.setURL(href))
}

/** Answers as a service that knows its address in the network. */
function inNetwork(fetch: Fetch): Fetch {
  return async (url, init) => {
    const answer = await fetch(url, init)
    if (!url.endsWith('/server-info/config')) return answer
    return Response.json({ ...(await answer.json()), externalDomain: 'http://nas.lan:2283' })
  }
}

test('somebody who owns nothing begins with what others share with them', async () => {
  const { service, user } = await openPage('/albums', asGuest)
  const mia = createClient({ ...service.options, apiKey: service.addUser({ name: 'Mia' }).apiKey })
  await mia.createAlbum({ albumName: 'Iceland', sharedWithUserIds: [service.user.id] })

  await user.click(screen.getByRole('link', { name: 'Photos' }))

  const shared = within(await screen.findByRole('list', { name: 'Shared with you' }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Shared with you')
  expect(shared.getByRole('link').textContent).toBe('Mia shared Iceland with you')
  await user.click(shared.getByRole('link'))
  await screen.findByRole('heading', { name: 'Iceland', level: 1 })
})

test('no command and no folder of the service is shown to anybody but administrators', async () => {
  await openPage('/', asGuest)

  await screen.findByRole('heading', { name: 'From a phone' })
  expect(document.body.textContent).not.toMatch(/npx|folder of the service/)
})

test('an administrator is shown how a folder of the service is added', async () => {
  await openPage('/')

  await screen.findByRole('heading', { name: 'From a folder of the service' })
  expect(document.body.textContent).toMatch(/npx/)
})

test('a phone reads the address of the page in the network', async () => {
  await openPage('/', asGuest)

  expect(readCode(await screen.findByRole('img', { name: 'QR code of the address' }))).toBe('http://media-library.test')
})

test('on the machine of the service, a phone reads the address that this machine has in the network', async () => {
  standAt(HERE)
  const { answerWith, service, navigate } = await openPage('/albums', asGuest)
  answerWith(inNetwork(service.fetch))

  await navigate('/')

  expect(readCode(await screen.findByRole('img', { name: 'QR code of the address' }))).toBe('http://nas.lan:2283')
  await screen.findByText('http://nas.lan:2283')
})

test('a service that no phone reaches says so, and tells an administrator how it would be reached', async () => {
  standAt(HERE)
  await openPage('/')

  await screen.findByText('Phones cannot reach the library yet.')
  await screen.findByText('HOST=0.0.0.0 ALLOW_HTTP=192.168.1.20')
  expect(screen.queryByRole('img', { name: 'QR code of the address' })).toBeNull()
})

test('links and invitations lead to the address in the network, too', async () => {
  standAt(HERE)
  const { answerWith, service, navigate, user } = await openPage('/albums', (service) => {
    service.addUser({ name: 'Ben', email: 'ben@example.org' })
  })
  answerWith(inNetwork(service.fetch))
  await createClient(service.options).createSharedLink({ type: 'ALBUM', albumId: (await makeAlbum(service)).id })

  await navigate('/accounts')
  await user.click(await screen.findByRole('button', { name: 'Invite again: Ben' }))
  const invitation = await screen.findByLabelText<HTMLInputElement>('Address of the link')
  expect(invitation.value).toMatch(/^http:\/\/nas\.lan:2283\/auth\/link#/)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await navigate('/account')
  const link = await screen.findByLabelText<HTMLInputElement>('Address of the link')
  expect(link.value).toMatch(/^http:\/\/nas\.lan:2283\/share\//)
})

function makeAlbum({ options }: FakeService) {
  return createClient(options).createAlbum({ albumName: 'Summer' })
}
