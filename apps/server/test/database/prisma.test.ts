import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAlbums } from '../../src/albums/album.js'
import { countAssets, listAssets } from '../../src/assets/asset.js'
import { listImportPaths } from '../../src/assets/library.js'
import { readConfig } from '../../src/config/config.js'
import { connect, disconnect, type PrismaDatabase, sentBy } from '../../src/database/connect.js'
import { countDerived } from '../../src/jobs/derived/derived-asset.js'
import { countOpenJobs } from '../../src/jobs/queue/list-jobs.js'
import { createMeasures, type StatementMeasure } from '../../src/measures.js'
import { claimUser } from '../../src/sign-in/person.js'
import { findSignInSecret } from '../../src/sign-in/sign-in-state.js'
import { deleteOwnTag } from '../../src/tags/delete-tag.js'
import { findTag, findTagByName, listCountedTags } from '../../src/tags/tag.js'
import { removePartial } from '../../src/uploads/resumable/partial-row.js'
import { extendApiKey, listApiKeys, revokeApiKey } from '../../src/users/api-key.js'
import { countBelongings, removeAccess, removeUserRow } from '../../src/users/removal.js'
import { endSession, endUserSessions, listSessions } from '../../src/users/session.js'
import * as users from '../../src/users/user.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { databaseWaits } from '../support/long.js'

const CALL = /\bdatabase\.\w+\.((?:find|count|create|update|delete|upsert|aggregate|groupBy)\w*)\(/
const NAME = /^(?:export )?(?:async )?(?:function|const) (\w+)/

/** The functions outside of the commands that call Prisma Client, and the methods that each calls. */
function listPrismaCalls(): Map<string, string[]> {
  const folder = fileURLToPath(new URL('../../src/', import.meta.url))
  const calls = new Map<string, string[]>()
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || /^(generated|cli)[/\\]/.test(path)) continue
    let caller = path
    for (const line of readFileSync(join(folder, path), 'utf8').split('\n')) {
      caller = NAME.exec(line)?.[1] ?? caller
      const [, method] = CALL.exec(line) ?? []
      if (method) calls.set(caller, [...(calls.get(caller) ?? []), method])
    }
  }
  return calls
}

const server = await startTestServer({ ADMIN_PORT: '0' })
const measures = createMeasures()
const sent: StatementMeasure[] = []
measures.on('statement', (statement) => void sent.push(statement))
const { requests } = readConfig(databaseWaits)
const pool = connect(server.databaseUrl, { ...requests, connections: 2 }, measures)
afterAll(() => disconnect(pool))

let user: TestUser
beforeAll(async () => {
  user = await createUser(server.database)
})

const calls = listPrismaCalls()

/** The callers of Prisma Client, and how many statements of SQL they send beside. */
const callers: [names: string, call: (database: PrismaDatabase) => Promise<unknown>, besides?: number][] = [
  ['findUserByEmail', (database) => users.findUserByEmail(database, user.email)],
  ['findActiveUser', (database) => users.findActiveUser(database, user.id)],
  ['createUser', (database) => users.createUser(database, { email: user.email, name: 'Again' })],
  ['updateUser', (database) => users.updateUser(database, user.id, { name: 'Ada' })],
  ['listActiveUsers', (database) => users.listActiveUsers(database)],
  ['listUsers', (database) => users.listUsers(database)],
  ['hasUsers', (database) => users.hasUsers(database)],
  ['findAnyUser', (database) => users.findAnyUser(database, user.id)],
  ['hasAdministrator', (database) => users.hasAdministrator(database)],
  ['countUploadedBytes', (database) => users.countUploadedBytes(database, user.id)],
  ['setQuota', (database) => users.setQuota(database, user.id, null)],
  ['countBelongings', (database) => countBelongings(database, user.id)],
  ['removeAccess', (database) => removeAccess(database, randomUUID())],
  ['removeUserRow', (database) => removeUserRow(database, randomUUID())],
  ['listApiKeys', (database) => listApiKeys(database, user.id)],
  ['extendApiKey', (database) => extendApiKey(database, randomUUID(), new Date())],
  ['revokeApiKey', (database) => revokeApiKey(database, { id: randomUUID(), userId: user.id })],
  ['listSessions', (database) => listSessions(database, user.id)],
  ['endSession', (database) => endSession(database, { id: randomUUID(), secretHash: randomBytes(32) })],
  ['endUserSessions', (database) => endUserSessions(database, user.id, randomUUID())],
  [
    'findUser, linkUser',
    (database) =>
      claimUser(database, { issuer: 'i', subject: 's', email: user.email, name: 'Ada' }, { register: false }),
  ],
  // It is looked for before and after.
  ['findSignInSecret', (database) => findSignInSecret(database), 2],
  ['findTag', (database) => findTag(database, user.id, randomUUID())],
  ['findTagByName', (database) => findTagByName(database, user.id, 'sea')],
  ['listCountedTags', (database) => listCountedTags(database, user.id)],
  ['deleteOwnTag', (database) => deleteOwnTag(database, { id: randomUUID(), userId: user.id, isNoted: false }), 1],
  ['listAlbums', (database) => listAlbums(database, null)],
  ['listAssets', (database) => listAssets(database, { ownerId: user.id }, 1)],
  ['countAssets', (database) => countAssets(database, { ownerId: user.id })],
  ['listImportPaths', (database) => listImportPaths(database, user.id)],
  ['countDerived', (database) => countDerived(database)],
  ['countOpenJobs', (database) => countOpenJobs(database)],
  ['removePartial', (database) => removePartial(database, { ownerId: user.id, uploadId: randomUUID() })],
]

/** The operations whose handlers call it themselves. */
const operations: [name: string, request: (key: string) => Promise<unknown>][] = [
  ['getApiKey', (id) => createClientFor(server, user).getApiKey({ params: { id } })],
  ['updateApiKey', (id) => createClientFor(server, user).updateApiKey({ params: { id }, body: { name: 'Other' } })],
]

async function countStatements(operation: string) {
  const scraped = await fetch(`${server.adminUrl}/metrics`).then((response) => response.text())
  const line = new RegExp(
    `^media_library_database_statement_duration_seconds_count{operation="${operation}"} (\\d+)$`,
    'm',
  )
  return Number(line.exec(scraped)?.[1] ?? 0)
}

describe('a call of Prisma Client is one statement', () => {
  test.each(callers)('%s', async (names, call, besides = 0) => {
    const expected = names.split(', ').reduce((sum, name) => sum + (calls.get(name)?.length ?? 0), besides)

    await call(sentBy(names, pool))

    // The statements of a transaction of Prisma are not measured.
    const found = sent.filter(({ operation, failure }) => operation === names && failure === null)
    expect(found.map(({ sql }) => sql)).toHaveLength(expected)
  })

  test.each(operations)('%s', async (name, request) => {
    const { id } = await server.database.apiKey.findFirstOrThrow({ where: { userId: user.id } })

    await request(id)

    expect(await countStatements(name)).toBe(calls.get(name)?.length)
  })

  test('wherever it is called outside of the commands', () => {
    const tried = [...callers.flatMap(([names]) => names.split(', ')), ...operations.map(([name]) => name)]

    expect([...calls.keys()].sort(), 'Name the caller in this test.').toEqual(tried.sort())
  })
})

test('it is that of one caller: simultaneous calls of findUnique would become one statement, and fail together', () => {
  expect([...calls.values()].flat()).not.toContainEqual(expect.stringMatching(/^findUnique/))
})

test.each([
  [true, /^\S{28}$/],
  [false, null],
])('its statements are prepared by name: %s, as the address allows', async (preparedStatements, name) => {
  const own = connect(server.databaseUrl, { ...requests, connections: 1, preparedStatements })
  await findTag(own, user.id, randomUUID())

  const { rows } = await own.driver.pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements')
  await disconnect(own)

  expect(rows).toEqual(name === null ? [] : [{ name: expect.stringMatching(name) }])
})
