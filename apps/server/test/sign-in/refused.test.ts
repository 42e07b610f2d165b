import { describe, expect, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { openSignIn, signIn, startSignInServer } from '../support/sign-in/sign-in.js'

const { provider, server, database } = await openSignIn({ OAUTH_AUTO_REGISTER: 'true' })
const closed = await startSignInServer(provider)

describe('a sign-in at the provider that is refused here', () => {
  const expectRefusal = async (answer: { status: number; body: unknown }) => {
    expect(answer).toMatchObject({ status: 403, body: { code: 'sign_in_refused' } })
    expect(await database.session.count()).toBe(0)
  }

  test('is of somebody who has no account, and gets none', async () => {
    await expectRefusal(await signIn(closed))
    expect([await closed.database.user.count(), await closed.database.session.count()]).toEqual([0, 0])
  })

  test.each([
    ['unverified', { email: 'ada@example.org', email_verified: false }],
    ['called verified in another way', { email: 'ada@example.org', email_verified: 'true' as unknown as boolean }],
    ['not said to be verified', { email: 'ada@example.org' }],
    ['no address', { email: 'ada', email_verified: true }],
    ['missing', {}],
  ])('has an e-mail address that is %s', async (_name, claims) => {
    await createUser(database, { email: 'ada@example.org' })
    provider.person = { sub: 'ada', ...claims }

    await expectRefusal(await signIn(server))
    expect(await database.user.findMany()).toMatchObject([{ oauthId: '' }])
  })

  test('is of a deleted user, whether they signed in before or not', async () => {
    await createUser(database, { email: 'ada@example.org', deletedAt: new Date() })
    await createUser(database, {
      email: 'ben@example.org',
      oauthIssuer: provider.issuer,
      oauthId: 'ben',
      deletedAt: new Date(),
    })

    await expectRefusal(await signIn(server))
    provider.person = { sub: 'ben', email: 'ben@example.org', email_verified: true }
    await expectRefusal(await signIn(server))
  })

  test('has the address of a user whom the provider knows by another sub', async () => {
    await signIn(server)
    await database.session.deleteMany()
    provider.person = { sub: 'mallory', email: 'ada@example.org', email_verified: true }

    await expectRefusal(await signIn(server))
  })
})
