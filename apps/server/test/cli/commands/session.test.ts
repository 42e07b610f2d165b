import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listInvitations } from '../../../src/accounts/invitations.js'
import { toHash } from '../../../src/sign-in/sign-in-state.js'
import { takeSignInCode } from '../../../src/sign-in/sign-in-with-code.js'
import { makeSessionToken } from '../../../src/users/credential.js'
import { runHere } from '../../support/processes/cli.js'
import { shareCliLibrary } from '../../support/processes/cli-library.js'

const ADA = 'ada@example.org'
const BEN = 'ben@example.org'

const library = await shareCliLibrary()

/** Signs a user in that many times; the ids of the sessions. */
async function signIn(email: string, times: number): Promise<string[]> {
  const { id: userId } = await library.database.user.create({ data: { email, name: email } })
  const sessions = Array.from({ length: times }, () => makeSessionToken())
  await library.database.session.createMany({
    data: sessions.map(({ id, secretHash }) => {
      return { id, secretHash, userId, userAgent: 'Firefox', expiresAt: new Date(Date.now() + 86_400_000) }
    }),
  })
  return sessions.map(({ id }) => id)
}

test('lists who is signed in, without secrets', async () => {
  const [ada] = await signIn(ADA, 1)
  await signIn(BEN, 1)

  const { stdout } = await library.run(['session', 'list', '--user', ADA, '--json'])
  const table = await library.run(['session', 'list'])

  expect(JSON.parse(stdout)).toEqual([
    {
      id: ada,
      user: ADA,
      userAgent: 'Firefox',
      createdAt: expect.any(String),
      seenAt: expect.any(String),
      expiresAt: expect.any(String),
    },
  ])
  for (const user of [ADA, BEN]) expect(table.stdout).toContain(user)
})

test('ends one session', async () => {
  const [one = '', other] = await signIn(ADA, 2)

  const { stdout, exitCode } = await library.run(['session', 'end', one])

  expect(stdout).toBe(`Ended ${one}.\n`)
  expect(exitCode).toBe(0)
  expect(await library.database.session.findMany()).toMatchObject([{ id: other }])
})

test('ends all sessions of a user', async () => {
  await signIn(ADA, 2)
  const [ben] = await signIn(BEN, 1)

  const { stdout } = await library.run(['session', 'end', '--user', ADA])

  expect(stdout).toBe(`Ended 2 sessions of ${ADA}.\n`)
  expect(await library.database.session.findMany()).toMatchObject([{ id: ben }])
})

test('prints a link that signs in, with --json for programs', async () => {
  await signIn(ADA, 0)
  const link = expect.stringMatching(/^https:\/\/photos\.example\.org\/auth\/link#\S{20,}$/)
  const options = ['--user', ADA, '--url', 'https://photos.example.org/']

  const plain = await library.run(['session', 'link', ...options])
  const json = await library.run(['session', 'link', ...options, '--json'])

  expect(plain).toMatchObject({ stdout: expect.stringMatching(/^https:\S+\n$/), stderr: '' })
  expect(plain.stdout.trimEnd()).toEqual(link)
  expect(JSON.parse(json.stdout)).toEqual({ link, user: ADA })
  expect(await library.database.signInCode.count()).toBe(2)
})

test('prints an invitation, which lasts longer, ends the former one, and asks for a password', async () => {
  await signIn(ADA, 0)
  const invite = () =>
    library.run(['session', 'link', '--user', ADA, '--invitation', '--url', 'https://photos.example.org'])

  await invite()
  const { stdout } = await invite()

  const [code, ...others] = await listInvitations(library.database)
  const life = Date.parse(code?.expiresAt ?? '') - Date.parse(code?.createdAt ?? '')
  expect([life, others]).toEqual([7 * 86_400_000, []])
  const hash = toHash(stdout.trimEnd().split('#')[1] ?? '')
  expect(await takeSignInCode(library.database, hash)).toBe(code?.id)
  expect(await library.database.user.findFirst({ where: { email: ADA } })).toMatchObject({ shouldChangePassword: true })
})

test('warns when no media library answers where the link leads', async () => {
  await signIn(ADA, 0)
  let body = '{"status":"live"}'
  const server = createServer((_, response) => response.end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const PORT = String((server.address() as AddressInfo).port)
  const link = () => runHere(['session', 'link', '--user', ADA], { DATABASE_URL: library.url, PORT })

  const there = await link()
  body = 'hello'
  const elsewhere = await link()

  expect(there.stderr).toBe('')
  expect(elsewhere.stdout).toMatch(new RegExp(`^http://127.0.0.1:${PORT}/auth/link#`))
  expect(elsewhere.stderr).toBe(
    `warning: no media library answers at http://127.0.0.1:${PORT}. Start it there, or name its address with --url.\n`,
  )
})
