import { expect, test } from 'vitest'
import { watchCredentials } from '../../src/users/still-valid.js'
import { createUser } from '../support/database/factories.js'
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
