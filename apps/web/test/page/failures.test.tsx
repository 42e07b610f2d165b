import { createClient, type FieldError, type ProblemCode } from '@media-library/client'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messages } from '../../src/language/messages.js'
import { setLanguage } from '../../src/service/language.js'
import { addDays, findPhoto, openPage, reappear } from '../support/open-page.js'

/** The answer of a service that refuses a request. */
function refuse(code: ProblemCode, status: number, errors: FieldError[] = []) {
  const detail = errors[0]?.detail ?? code
  const problem = { type: 'about:blank', title: code, status, detail, instance: '/', code, requestId: code, errors }
  return new Response(JSON.stringify(problem), { status, headers: { 'content-type': 'application/problem+json' } })
}

const codes = ['forbidden', 'internal_error'] as const

test.each(codes)(
  '%s is said in the words of the page, with the id of the request if the service failed',
  async (code) => {
    const { service, user, untilQuiet } = await openPage('/tags')
    await screen.findByRole('heading', { name: 'Tags' })
    await untilQuiet
    service.failNext(code, { times: 20 })

    await user.click(screen.getByRole('link', { name: 'Albums' }))

    const alert = await screen.findByRole('alert')
    const { title, detail } = messages.failures.problems[code]
    expect(alert.textContent).toContain(title + detail)
    expect(/Request ID: [0-9a-f-]{36}/.test(alert.textContent)).toBe(code === 'internal_error')
  },
)

test.each([
  ['en', 'access_denied', /^The sign-in failed.*You cancelled/],
  ['de', 'access_denied', /^Die Anmeldung hat nicht geklappt.*Du hast abgebrochen/],
  ['de', 'a_later_code', /^Die Anmeldung hat nicht geklappt.*The provider says no\./],
] as const)('in %s, the page says why nobody was signed in: %s', async (language, code, words) => {
  const { answerWith, navigate, untilQuiet } = await openPage('/tags')
  await untilQuiet
  await setLanguage(language)
  const errors = [{ pointer: '/url', code, detail: 'The provider says no.' }]
  answerWith(async () => refuse('sign_in_failed', 400, errors))

  await navigate('/albums')

  expect((await screen.findByRole('alert')).textContent).toMatch(words)
})

test('who is signed out signs in again, and returns to the same view', async () => {
  const { service, user, untilQuiet } = await openPage('/jobs')
  await screen.findByRole('list', { name: 'Kinds of work' })
  await untilQuiet
  service.failNext('unauthenticated', { times: 20 })

  await user.click(screen.getByRole('link', { name: 'Tags' }))

  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toMatch(/^\/auth\/login\?back=/)
  expect(alert.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a view that failed is shown when it is tried again', async () => {
  const { service, user, untilQuiet } = await openPage('/jobs')
  await screen.findByRole('list', { name: 'Kinds of work' })
  await untilQuiet
  service.failNext('forbidden')
  await user.click(screen.getByRole('link', { name: 'Tags' }))

  service.addTag({ name: 'beach' })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))

  await screen.findByRole('link', { name: /beach/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['a service that is busy', () => Promise.resolve(refuse('unavailable', 503))],
  ['too many requests', () => Promise.resolve(refuse('too_many_requests', 429))],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an answer of something else', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))],
])('%s is said once, by the banner, and the view comes by itself', async (_what, answer) => {
  const { service, user, answerWith } = await openPage('/tags')
  await screen.findByRole('heading', { name: 'Tags' })
  answerWith(answer)

  await user.click(screen.getByRole('link', { name: 'Albums' }))

  await screen.findByText('Your library cannot be reached.')
  expect(screen.queryByRole('alert')).toBeNull()
  answerWith(service.fetch)
  await screen.findByRole('heading', { name: 'Albums' })
})

test.each([
  ['/', () => findPhoto('a')],
  ['/albums', () => screen.findByRole('link', { name: /Trip/ })],
  ['the album', () => findPhoto('a')],
])(
  'what %s has read stays when it cannot be read again, and is the same element after the outage',
  async (view, find) => {
    const { service, answerWith, untilQuiet, navigate } = await openPage('/nowhere')
    const { id } = service.addAsset({ originalFileName: 'a', resized: true })
    const album = await createClient(service.options).createAlbum({ albumName: 'Trip', assetIds: [id] })
    await navigate(view === 'the album' ? `/albums/${album.id}` : view)
    const shown = await find()
    await untilQuiet
    answerWith((url, init) =>
      url.includes('/api/events') ? service.fetch(url, init) : Promise.reject(new TypeError('Failed to fetch')),
    )

    reappear()
    await screen.findByText('Your library cannot be reached.')

    expect(shown.isConnected).toBe(true)
    expect(screen.queryByRole('alert')).toBeNull()
    answerWith(service.fetch)
    await waitFor(() => expect(screen.queryByText('Your library cannot be reached.')).toBeNull())
    expect(shown.isConnected).toBe(true)
  },
)

test('after an outage the days of the wall come by themselves, and one banner tells of it meanwhile', async () => {
  const { service, user, answerWith } = await openPage('/tags', (filled) => addDays(filled, 2, 2))
  await screen.findByRole('heading', { name: 'Tags' })
  answerWith((url, init) =>
    url.includes('/time-bucket?') ? Promise.reject(new TypeError('Failed to fetch')) : service.fetch(url, init),
  )

  await user.click(screen.getByRole('link', { name: 'Photos' }))
  await screen.findByText('Your library cannot be reached.')
  expect(screen.queryByRole('alert')).toBeNull()
  answerWith(service.fetch)

  await findPhoto('d')
  await waitFor(() => expect(screen.queryByText('Your library cannot be reached.')).toBeNull())
})

test.each([
  ['unknown', '0190f3d2-1a2b-7c3d-8e4f-5a6b7c8d9e0f'],
  ['mistyped', 'holiday'],
])('a photo that is %s is not called a library without photos, and leads back to them', async (_what, id) => {
  const { user } = await openPage(`/?picture=${id}`, (service) => addDays(service, 1))

  const dialog = await screen.findByRole('dialog', { name: 'The picture cannot be shown' })
  within(dialog).getByText('This is no longer here')
  expect(screen.queryByText('No photos yet')).toBeNull()
  expect(dialog.closest('[inert]')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))

  await findPhoto('a')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a library without photos says how they get in', async () => {
  const { service } = await openPage('/')

  await screen.findByRole('heading', { name: 'No photos yet' })
  expect(document.querySelector('code')?.textContent).toContain(`--user ${service.user.email}`)
})

test('a library whose photos are all archived says where they are', async () => {
  await openPage('/', (service) => void service.addAsset({ isArchived: true }))

  await screen.findByRole('heading', { name: 'All of your photos are archived' })
  expect(screen.queryByText('No photos yet')).toBeNull()
})

test('a library whose photos are archived and in the trash does not say that all are archived', async () => {
  await openPage('/', (service) => {
    service.addAsset({ isArchived: true })
    service.addAsset({ isTrashed: true })
  })

  await screen.findByRole('heading', { name: 'All of your photos are archived, or in the trash' })
  screen.getByRole('link', { name: 'archive' })
  screen.getByRole('link', { name: 'trash' })
})

test('a library whose photos are all in the trash says so', async () => {
  await openPage('/', (service) => void service.addAsset({ isTrashed: true }))

  await screen.findByRole('heading', { name: 'All of your photos are in the trash' })
  expect(screen.getByRole('link', { name: 'trash' }).getAttribute('href')).toBe('/trash')
})

test('somebody without photos is told what others share', async () => {
  const { user, service } = await openPage('/tags')
  const mia = service.addUser({ name: 'Mia' })
  await createClient({ ...service.options, apiKey: mia.apiKey }).createAlbum({
    albumName: 'Iceland',
    sharedWithUserIds: [service.user.id],
  })

  await user.click(await screen.findByRole('link', { name: 'Photos' }))
  await user.click(await screen.findByRole('link', { name: 'Mia shared Iceland with you' }))

  await screen.findByRole('heading', { name: 'Iceland' })
})

test.each([
  ['/nowhere', 'There is nothing here'],
  ['/albums/0190f3d2-1a2b-7c3d-8e4f-5a6b7c8d9e0f', 'This is no longer here'],
  ['/albums/holiday', 'This is no longer here'],
  ['/tags/holiday', 'This is no longer here'],
])('%s leads to nothing, and the page says so', async (path, words) => {
  await openPage(path)

  await screen.findByText(words)
})
