import { describe, expect, test } from 'vitest'
import { transact } from '../../src/database/transaction.js'
import { holdCredentials, requireStillValid, watchCredentials } from '../../src/users/still-valid.js'
import { createAlbum, createLink, createSession, createUser } from '../support/database/factories.js'
import { untilBlocked } from '../support/database/statements.js'
import { startTestServer } from '../support/http/server.js'
import { LONG_TRANSACTION, until } from '../support/until.js'

const { database } = await startTestServer()

async function makeKey(userId: string) {
  return (await database.apiKey.findFirstOrThrow({ where: { userId } })).id
}

test('work that begins while the callers of other work are asked for is not ended', async () => {
  const callers = watchCredentials(database)
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const [first, second] = [await makeKey(ada.id), await makeKey(ben.id)]
  const ended: string[] = []
  callers.watch(first, () => ended.push('first'))
  await database.apiKey.delete({ where: { id: first } })

  await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE api_key`
    await untilBlocked(database)
    callers.watch(second, () => ended.push('second'))
  }, LONG_TRANSACTION)
  await until(() => ended.length > 0)

  expect(ended).toEqual(['first'])
})

describe('a key, a session and a link', () => {
  const past = new Date(Date.now() - 60_000)

  async function createCredentials() {
    const ada = await createUser(database)
    const album = await createAlbum(database, ada)
    await createLink(database, { userId: ada.id, albumId: album.id })
    const { id: link } = await database.sharedLink.update({
      where: { id: (await database.sharedLink.findFirstOrThrow({ where: { userId: ada.id } })).id },
      data: { allowUpload: true },
    })
    const { id: session } = await createSession(database, ada, { expiresAt: new Date(Date.now() + 3_600_000) })
    return { user: ada.id, key: await makeKey(ada.id), session, link }
  }

  type Credentials = Awaited<ReturnType<typeof createCredentials>>

  /** Which of them may go on with long work, and which of them may still record what they uploaded. */
  async function listValid({ user: _, ...credentials }: Credentials) {
    const held = await transact(database, (transaction) => holdCredentials(transaction, Object.values(credentials)))
    const outcomes = await Promise.all(
      Object.entries(credentials).map(async ([name, id]) => {
        const isValid = await requireStillValid(database, id).then(
          () => true,
          () => false,
        )
        return [name, isValid, held.has(id)]
      }),
    )
    return outcomes.filter(([, ...valid]) => valid.includes(true))
  }

  test('are valid until they end or expire, or their user is disabled (X2)', async () => {
    const credentials = await createCredentials()
    const { user, key, session, link } = credentials
    const [ofKey, ofSession, ofLink] = [
      ['key', true, true],
      ['session', true, true],
      ['link', true, true],
    ]

    expect(await listValid(credentials)).toEqual([ofKey, ofSession, ofLink])
    await database.user.update({ where: { id: user }, data: { deletedAt: new Date() } })
    expect(await listValid(credentials)).toEqual([])
    await database.user.update({ where: { id: user }, data: { deletedAt: null } })
    await database.apiKey.update({ where: { id: key }, data: { expiresAt: past } })
    expect(await listValid(credentials)).toEqual([ofSession, ofLink])
    await database.session.update({ where: { id: session }, data: { expiresAt: past } })
    expect(await listValid(credentials)).toEqual([ofLink])
    await database.sharedLink.update({ where: { id: link }, data: { allowUpload: false } })
    expect(await listValid(credentials)).toEqual([['link', true, false]])
    await database.sharedLink.update({ where: { id: link }, data: { allowUpload: true, expiresAt: past } })
    expect(await listValid(credentials)).toEqual([])
  })
})
