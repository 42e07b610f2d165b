import { beforeEach, expect, test } from 'vitest'
import { readApiKey } from '../../../src/users/credential.js'
import { createKey, createUser } from '../../support/database/factories.js'
import { shareCliLibrary } from '../../support/processes/cli-library.js'

const ADA = 'ada@example.org'
const DAY = 86_400_000

const library = await shareCliLibrary()
let adaId: string

beforeEach(async () => {
  adaId = (await library.database.user.create({ data: { email: ADA, name: 'Ada' } })).id
})

test('prints the key alone with --quiet, and stores it hashed', async () => {
  const { stdout, stderr, exitCode } = await library.run(['key', 'create', '--user', ADA, '--quiet'])

  const key = readApiKey(stdout.replace(/\n$/, ''))
  expect(await library.database.apiKey.findMany()).toMatchObject([
    { id: key?.id, userId: adaId, secretHash: key?.secretHash },
  ])
  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
})

test('makes a key with the given name, scopes and expiry', async () => {
  const startedAt = Date.now()
  const options = '--scope tag.read asset.job --scope tag.read --expires 90d --name'.split(' ')

  const { stdout } = await library.run(['key', 'create', '--user', ADA, ...options, 'photo frame', '--json'])

  const { key, createdAt: _, expiresAt, ...rest } = JSON.parse(stdout)
  const made = Date.parse(expiresAt) - 90 * DAY
  expect(rest).toEqual({
    id: readApiKey(key)?.id,
    name: 'photo frame',
    scopes: ['tag.read', 'asset.job'],
    user: ADA,
  })
  expect(made).toBeGreaterThanOrEqual(startedAt)
  expect(made).toBeLessThanOrEqual(Date.now())
})

test('makes a key of the only user, with all scopes, that never expires, when nothing else is said', async () => {
  await library.run(['key', 'create'])

  expect(await library.database.apiKey.findMany()).toMatchObject([
    { userId: adaId, name: 'API key', scopes: ['all'], expiresAt: null },
  ])
})

test('requires a user when there are several, and names them', async () => {
  await library.database.user.create({ data: { email: 'bob@example.org', name: 'Bob' } })

  const { stderr, exitCode } = await library.run(['key', 'create'])

  expect(stderr).toBe('error: the library has 2 users: name one with --user (ada@example.org, bob@example.org).\n')
  expect(exitCode).toBe(1)
  expect(await library.database.apiKey.count()).toBe(0)
})

test('lists the keys of all users or of one, without secrets', async () => {
  const bob = await createUser(library.database, { email: 'bob@example.org' })
  const { stdout: made } = await library.run(['key', 'create', '--user', ADA, '--json'])

  const all = await library.run(['key', 'list', '--json'])
  const bobs = await library.run(['key', 'list', '--user', bob.email, '--json'])

  const { key: _, ...ofAda } = JSON.parse(made)
  const [first, ...others] = JSON.parse(all.stdout).toSorted((one: { user: string }, other: { user: string }) =>
    one.user.localeCompare(other.user),
  )
  expect(first).toEqual(ofAda)
  expect(others).toEqual([
    {
      ...ofAda,
      id: readApiKey(bob.apiKey)?.id,
      name: expect.any(String),
      user: bob.email,
      createdAt: expect.any(String),
    },
  ])
  expect(JSON.parse(bobs.stdout)).toEqual(others)
})

test('revokes a key by its id in either case, or in the form that the key contains, and only once', async () => {
  const [one, other] = [await createKey(library.database, adaId), await createKey(library.database, adaId)]
  const [id = '', otherId = ''] = [one, other].map((key) => readApiKey(key)?.id)

  const first = await library.run(['key', 'revoke', id.toUpperCase()])
  const second = await library.run(['key', 'revoke', id])
  const third = await library.run(['key', 'revoke', other.split('_')[1] ?? ''])

  expect(first).toEqual({ stdout: `Revoked ${id}.\n`, stderr: '', exitCode: 0 })
  expect(second).toEqual({
    stdout: '',
    stderr: `error: there is no key ${id}. \`media-library key list\` lists the keys.\n`,
    exitCode: 1,
  })
  expect(third).toEqual({ stdout: `Revoked ${otherId}.\n`, stderr: '', exitCode: 0 })
  expect(await library.database.apiKey.count()).toBe(0)
})
