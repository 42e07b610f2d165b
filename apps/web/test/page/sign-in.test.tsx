import { createClient } from '@media-library/client'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../support/open-page.js'

const grandma = { name: 'Grandma', email: 'grandma@example.org', password: 'correct horse' }

async function signIn(user: UserEvent, password: string) {
  await user.clear(await screen.findByLabelText('E-mail address'))
  await user.type(screen.getByLabelText('E-mail address'), 'Grandma@example.org')
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('the first screen asks for an e-mail address and a password, and leaves keys to other ways', async () => {
  await openPage('/auth/login')

  await screen.findByLabelText('Password')
  const others = screen.getByText('Other ways').closest('details')
  expect(others?.open).toBe(false)
  within(others ?? document.body).getByLabelText('Key')
  expect(screen.getByRole('main').textContent?.split('Other ways')[0]).not.toMatch(/key|mlk/i)
})

test('without passkeys in the browser, nobody is offered one, and the account says why', async () => {
  const asked: string[] = []
  const { service, answerWith, navigate } = await openPage('/auth/login')
  answerWith((url, init) => {
    asked.push(url)
    return service.fetch(url, init)
  })

  await screen.findByLabelText('Password')
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
  await navigate('/account')

  within(await screen.findByRole('region', { name: 'Passkeys' })).getByText(/an address that begins with https/)
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
  expect(asked.filter((url) => url.includes('passkey'))).toEqual([])
})

test('a wrong password says so, and what to do; the right one leads to the page that was asked for', async () => {
  const { service, user } = await openPage('/auth/login?back=/albums')
  await createClient(service.options).createUser({ ...grandma, shouldChangePassword: false })

  await signIn(user, 'correct cow')
  await screen.findByText('The e-mail address or the password is wrong')
  screen.getByText(/ask for a new invitation/)
  await signIn(user, grandma.password)

  await screen.findByRole('heading', { name: 'Albums' })
})

test('somebody whose password others chose is asked to choose one, and can see it', async () => {
  const { service, user, answerWith } = await openPage('/auth/login')
  await createClient(service.options).createUser(grandma)
  // The cookie of a browser.
  let session = ''
  answerWith(async (url, init) => {
    const headers = new Headers(init?.headers)
    if (session !== '') {
      headers.delete('x-api-key')
      headers.set('authorization', `Bearer ${session}`)
    }
    const answer = await service.fetch(url, { ...init, headers })
    if (url.endsWith('/auth/login')) session = (await answer.clone().json()).accessToken
    return answer
  })

  await signIn(user, grandma.password)
  await screen.findByText('Welcome, Grandma. Choose a password, so that you can sign in again.')
  const field = screen.getByLabelText('New password')
  await user.type(field, 'battery staple')
  expect(field).toHaveProperty('type', 'password')
  await user.click(screen.getByLabelText('Show password'))
  expect(field).toMatchObject({ type: 'text', value: 'battery staple' })
  await user.click(screen.getByRole('button', { name: 'Use this password' }))

  await screen.findByRole('heading', { name: 'No photos yet' })
  const { shouldChangePassword } = await createClient(service.options).login({
    email: grandma.email,
    password: 'battery staple',
  })
  expect(shouldChangePassword).toBe(false)
})

test('where passwords are off, the key is the way', async () => {
  const { service, answerWith, navigate } = await openPage('/nowhere')
  answerWith(async (url, init) => {
    const answer = await service.fetch(url, init)
    if (!url.endsWith('/server-info/features')) return answer
    return Response.json({ ...(await answer.json()), passwordLogin: false })
  })

  await navigate('/auth/login')

  expect((await screen.findByText('Other ways')).closest('details')?.open).toBe(true)
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('the ways to sign in appear together, with the name of the provider', async () => {
  const { service, answerWith, navigate } = await openPage('/nowhere')
  let answerConfig = () => {}
  const untilConfig = new Promise<void>((resolve) => {
    answerConfig = resolve
  })
  answerWith(async (url, init) => {
    const answer = await service.fetch(url, init)
    if (url.endsWith('/server-info/features')) return Response.json({ ...(await answer.json()), oauth: true })
    if (!url.endsWith('/server-info/config')) return answer
    await untilConfig
    return Response.json({ ...(await answer.json()), oauthButtonText: 'Sign in with OpenID' })
  })
  // The account knows the features, too.
  await navigate('/account')
  await screen.findByRole('region', { name: 'Password' })

  await navigate('/auth/login')
  await screen.findByRole('heading', { name: 'Media library' })
  expect(screen.queryAllByRole('button')).toEqual([])
  answerConfig()

  await screen.findByRole('button', { name: 'Sign in with OpenID' })
  screen.getByRole('button', { name: 'Sign in' })
})

test('a service without a user says where its first account is made, and the link there makes it', async () => {
  const { service, user, answerWith, navigate } = await openPage('/nowhere')
  answerWith(async (url, init) => {
    const isSignUp = url.endsWith('/auth/admin-sign-up')
    if (isSignUp) {
      const account = await createClient(service.options).createUser(JSON.parse(String(init?.body)))
      return Response.json(account, { status: 201 })
    }
    const answer = await service.fetch(url, init)
    if (!url.endsWith('/server-info/config')) return answer
    return Response.json({ ...(await answer.json()), isInitialized: false })
  })

  await navigate('/auth/login')
  await screen.findByText(/The service printed a link when it started: open it/)
  expect(screen.queryByLabelText('Password')).toBeNull()
  await navigate('/auth/link')
  await user.type(await screen.findByLabelText('Name'), grandma.name)
  await user.type(screen.getByLabelText('E-mail address'), grandma.email)
  await user.type(screen.getByLabelText('Password'), grandma.password)
  await user.click(screen.getByRole('button', { name: 'Make the account' }))

  await screen.findByRole('heading', { name: 'No photos yet' })
  expect(await createClient(service.options).login({ email: grandma.email, password: grandma.password })).toMatchObject(
    { name: 'Grandma' },
  )
})

test('somebody who did not choose a password, and loads the page again, is in, and is asked in their account', async () => {
  const { service, navigate } = await openPage('/nowhere')
  service.user.shouldChangePassword = true

  await navigate('/auth/link')
  await screen.findByRole('heading', { name: 'No photos yet' })
  await navigate('/account')

  await screen.findByLabelText('New password')
  screen.getByText('Leave it empty if you have none yet.')
})
