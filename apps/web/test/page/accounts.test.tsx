import { createClient } from '@media-library/client'
import type { FakeService } from '@media-library/client/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../support/open-page.js'
import { readCode } from '../support/qr-code.js'

const PASSWORD = 'correct horse'

async function findRow(name: string) {
  const row = (await screen.findByText(name, { selector: 'li span' })).closest('li')
  return within(row ?? document.body)
}

function findInput(section: HTMLElement) {
  return section.querySelector('input[type=file]') ?? section
}

/** Calls an operation without a session. */
function call({ fetch, options }: FakeService, path: string, body: object) {
  return fetch(`${options.baseUrl}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
}

test('an administrator invites somebody, and gets a link with its QR code, which can be taken back', async () => {
  const { service, user } = await openPage('/accounts')

  await user.click(await screen.findByRole('button', { name: 'Invite somebody' }))
  await user.type(screen.getByLabelText('Name'), 'Grandma')
  await user.type(screen.getByLabelText('E-mail address'), 'grandma@example.org')
  await user.type(screen.getByLabelText('Space in gigabytes'), '5')
  await user.click(screen.getByRole('button', { name: 'Make a link' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'A link for Grandma' }))
  const { value } = dialog.getByLabelText<HTMLInputElement>('Address of the link')
  expect(value).toMatch(/^http:\/\/media-library\.test\/auth\/link#code-/)
  expect(readCode(await dialog.findByRole('img', { name: 'QR code of the address' }))).toBe(value)
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  const row = await findRow('Grandma')
  row.getByText(/^grandma@example\.org · 0 kB of 5 GB uploaded · invited until/)
  await user.click(row.getByRole('button', { name: 'Take the link back from Grandma' }))
  const question = within(await screen.findByRole('dialog', { name: 'Take the link back from Grandma' }))
  question.getByText(/signs nobody in/)
  expect(await createClient(service.options).getInvitations()).toHaveLength(1)
  await user.click(question.getByRole('button', { name: 'Take the link back' }))
  await waitFor(() => expect(row.queryByText(/invited until/)).toBeNull())
  expect((await call(service, '/api/auth/code', { code: new URL(value).hash.slice(1) })).status).toBe(400)
})

test('somebody who is here already is not invited twice, but once more', async () => {
  const { user } = await openPage('/accounts', (service) => {
    service.addUser({ name: 'Ben', email: 'ben@example.org' })
  })

  await user.click(await screen.findByRole('button', { name: 'Invite somebody' }))
  await user.type(screen.getByLabelText('Name'), 'Ben')
  await user.type(screen.getByLabelText('E-mail address'), 'ben@example.org')
  await user.click(screen.getByRole('button', { name: 'Make a link' }))
  await screen.findByText('Somebody here has this address already')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click((await findRow('Ben')).getByRole('button', { name: 'Invite again: Ben' }))

  await screen.findByRole('dialog', { name: 'A link for Ben' })
})

test('an administrator gives somebody a name, more space and rights, locks them out, lets them in, and removes them', async () => {
  const { service, user } = await openPage('/accounts', (service) => {
    service.addUser({ name: 'Ben', email: 'ben@example.org', quotaUsageInBytes: 2_500_000_000 })
  })
  const findBen = async () =>
    (await createClient(service.options).getAllUsers({ isAll: false })).find(({ email }) => email === 'ben@example.org')

  await user.click((await findRow('Ben')).getByRole('button', { name: 'Edit Ben' }))
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Benjamin')
  await user.type(screen.getByLabelText('Space in gigabytes'), '7.5')
  await user.click(screen.getByLabelText('May invite and manage members'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const row = await findRow('Benjamin')
  row.getByText('ben@example.org · administrator · 2.5 GB of 7.5 GB uploaded')

  await user.click(row.getByRole('button', { name: 'Lock out Benjamin' }))
  await row.findByText(/locked out/)
  expect((await findBen())?.deletedAt).toEqual(expect.any(String))
  await user.click(row.getByRole('button', { name: 'Let in again: Benjamin' }))
  await row.findByRole('button', { name: 'Lock out Benjamin' })
  expect((await findBen())?.deletedAt).toBeNull()
  await user.click(row.getByRole('button', { name: 'Remove Benjamin' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Benjamin' }))
  dialog.getByText(/are deleted for good/)
  await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
  await waitFor(() => expect(screen.queryByText('Benjamin', { selector: 'li span' })).toBeNull())
  expect(await findBen()).toBeUndefined()
})

test('nobody locks themselves out, or takes their own rights', async () => {
  const { service, user } = await openPage('/accounts')

  const row = await findRow(service.user.name)
  expect(row.getAllByRole('button')).toHaveLength(1)
  await user.click(row.getByRole('button'))

  expect(screen.queryByLabelText('May invite and manage members')).toBeNull()
})

test('nobody else sees the members, or asks for them', async () => {
  const asked: string[] = []
  const { service, navigate, answerWith } = await openPage('/albums', (service) => {
    service.user.isAdmin = false
  })

  await screen.findByRole('heading', { name: 'Albums' })
  expect(screen.queryByRole('link', { name: 'Members' })).toBeNull()
  answerWith((url, init) => {
    asked.push(url)
    return service.fetch(url, init)
  })
  await navigate('/accounts')

  await screen.findByRole('heading', { name: 'There is nothing here' })
  expect(asked.filter((url) => /invitation|isAll/.test(url))).toEqual([])
})

test('somebody chooses a picture, which stands in place of their initials, and removes it', async () => {
  const { service, user } = await openPage('/account')
  const section = await screen.findByRole('region', { name: 'Your picture' })
  const findPictures = () => [...document.querySelectorAll<HTMLImageElement>('img[src*="/profile-image/"]')]
  const choose = (name: string) => fireEvent.change(findInput(section), { target: { files: [new File(['a'], name)] } })
  expect(findPictures()).toEqual([])

  choose('notes.txt')
  await within(section).findByText('This is not a photo')
  choose('me.jpg')
  await waitFor(() => expect(findPictures()).toHaveLength(2))
  const { profileImagePath } = await createClient(service.options).getMyUserInfo()
  for (const { src } of findPictures()) expect(new URL(src).searchParams.get('v')).toBe(profileImagePath)
  expect(within(section).queryByText('This is not a photo')).toBeNull()
  for (const picture of findPictures()) fireEvent.error(picture)
  expect(findPictures()).toEqual([])
  within(section).getByText('U1')

  choose('me too.jpg')
  await waitFor(() => expect(findPictures()).toHaveLength(2))
  await user.click(within(section).getByRole('button', { name: 'Remove the picture' }))
  await waitFor(() => expect(findPictures()).toEqual([]))
  expect((await createClient(service.options).getMyUserInfo()).profileImagePath).toBe('')
})

test('people with a picture are shown with it, and nothing is asked of the others', async () => {
  const benId = '00000000-0000-4000-8000-00000000beef'
  const ben = { id: benId, name: 'Ben', email: 'ben@example.org', profileImagePath: 'profile/ben/1.jpeg' }
  const { service, user, navigate } = await openPage('/accounts', (service) => {
    service.addUser({ name: 'Cleo', email: 'cleo@example.org' })
    service.addUser(ben)
  })
  const album = await createClient(service.options).createAlbum({ albumName: 'Iceland', sharedWithUserIds: [benId] })
  const whose = () =>
    [...document.querySelectorAll<HTMLImageElement>('img[src*="/profile-image/"]')].map(({ src, parentElement }) => [
      parentElement?.textContent,
      new URL(src).searchParams.get('v'),
    ])

  await findRow('Cleo')
  expect(whose()).toEqual([['B', ben.profileImagePath]])
  await navigate(`/albums/${album.id}`)
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await screen.findByText('cleo@example.org')
  expect(whose()).toEqual([['B', ben.profileImagePath]])
})

test('people change their name and their password, and turn memories off', async () => {
  const { service, user } = await openPage('/account')
  const profile = within(await screen.findByRole('form', { name: 'About you' }))

  await user.clear(profile.getByLabelText('Name'))
  await user.type(profile.getByLabelText('Name'), 'Ada the first')
  await user.click(profile.getByRole('checkbox'))
  await user.click(profile.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  await user.click(await screen.findByRole('button', { name: 'Change the password' }))
  await user.type(screen.getByLabelText('New password'), PASSWORD)
  await user.click(screen.getByRole('button', { name: 'Use this password' }))
  await screen.findByText(/Your password is changed/)

  const answer = await call(service, '/api/auth/login', { email: service.user.email, password: PASSWORD })
  expect([answer.status, (await answer.json()).name]).toEqual([201, 'Ada the first'])
  expect((await createClient(service.options).getMyUserInfo()).memoriesEnabled).toBe(false)
})

test('somebody makes a key for a program, which is shown once, and removes it', async () => {
  const { service, user } = await openPage('/account')

  await user.click(await screen.findByRole('button', { name: 'Make a key' }))
  await user.type(screen.getByLabelText('For which program'), 'Photo frame')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Make a key' }))
  const { value } = await screen.findByLabelText<HTMLInputElement>('Key')
  const ofFrame = createClient({ ...service.options, apiKey: value })
  expect((await ofFrame.getMyUserInfo()).email).toBe(service.user.email)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(document.body.innerHTML).not.toContain(value)
  await user.click(await screen.findByRole('button', { name: 'Remove Photo frame' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove “Photo frame”' }))
  question.getByText(/cannot be restored/)
  expect((await ofFrame.getMyUserInfo()).email).toBe(service.user.email)
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Photo frame' })).toBeNull())

  await expect(ofFrame.getMyUserInfo()).rejects.toMatchObject({ status: 401 })
})

test('a language that is chosen changes the whole page at once, and that of the browser comes back', async () => {
  const { user } = await openPage('/account')

  await user.click(await screen.findByRole('radio', { name: 'Deutsch' }))
  await screen.findByRole('heading', { name: 'Konto' })
  screen.getByRole('link', { name: 'Alben' })
  expect(document.documentElement.lang).toBe('de')
  expect(document.title).toBe('Konto – Mediathek')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Deutsch' })))
  await user.click(screen.getByRole('radio', { name: 'Wie dieser Browser' }))
  await screen.findByRole('heading', { name: 'Account' })

  expect(document.documentElement.lang).toBe(navigator.languages[0])
  expect(localStorage.getItem('language')).toBeNull()
})
