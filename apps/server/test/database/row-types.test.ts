import { randomUUID } from 'node:crypto'
import { served } from '@media-library/contract'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { claimAttempts } from '../../src/repositories/job/job-attempt.js'
import { findSession } from '../../src/repositories/user/session.js'
import { type AskedRow, kindsOfColumn, listAskedRows } from '../support/database/asked-rows.js'
import { createAssets, createTag, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

/** The columns of each statement that ran, by the functions that were running. */
const ran: { stack: string; columns: Map<string, number> }[] = []
const query = pg.Pool.prototype.query as (...parts: unknown[]) => Promise<pg.QueryResult>
const spy = vi.spyOn(pg.Pool.prototype, 'query').mockImplementation(async function (
  this: pg.Pool,
  ...parts: unknown[]
) {
  const { stack = '' } = new Error()
  const result = await query.apply(this, parts)
  if (result?.fields)
    ran.push({ stack, columns: new Map(result.fields.map(({ name, dataTypeID }) => [name, dataTypeID])) })
  return result
} as never)
afterAll(() => spy.mockRestore())

const server = await startTestServer()
const asked = listAskedRows()

test('the row of each statement that requests run has its TypeScript type', async () => {
  const [user, friend] = [await createUser(server.database), await createUser(server.database)]
  const assetIds = await createAssets(server.database, user, 2)
  const tag = await createTag(server.database, user, { assetIds })
  const { apiKey } = user
  const ask = (method: string, path: string, body?: object) =>
    send(server, path, { method, apiKey, ...(body && { body }) })
  const album = await ask('POST', '/api/album', { albumName: 'A', assetIds, sharedWithUserIds: [friend.id] })
  await ask('PUT', `/api/album/${album.body.id}/users`, { sharedUserIds: [friend.id] })
  await ask('POST', '/api/asset/jobs', { assetIds, name: 'refresh-metadata' })
  await ask('POST', '/api/album', { albumName: 'Empty' })
  await findSession(server.database, randomUUID())
  await claimAttempts(server.database, { name: 'refresh-metadata', workerId: randomUUID() }, [], 0)
  const ids: Record<string, string> = { album: album.body.id, tag: tag.id, asset: assetIds[0] ?? '', user: user.id }
  for (const { method, path } of Object.values(served)) {
    if (method !== 'GET') continue
    const at = path.replace(':id', ids[path.split('/')[2] ?? ''] ?? randomUUID())
    for (const parameters of ['', '?limit=1', '?size=MONTH', '?size=MONTH&timeBucket=2024-01-01']) {
      const answer = await ask('GET', at + parameters)
      expect(answer.status, `${at}${parameters}`).not.toBe(500)
    }
    await send(server, at, { apiKey, headers: { 'if-none-match': '"x"' } })
  }

  const found = asked.map((one) => ({ one, statements: statementsOf(one) }))

  expect(found.flatMap(({ one, statements }) => statements.flatMap((columns) => faultsOf(one, columns)))).toEqual([])
  const notRun = found
    .filter(({ statements }) => statements.length === 0)
    .map(({ one }) => `${one.file} ${one.name}: no request of this test runs its statement`)
  expect(notRun).toEqual([])
})

function statementsOf({ file, name }: AskedRow) {
  return ran
    .filter(({ stack }) => stack.split('\n').some((line) => line.includes(`${name} (`) && line.includes(file)))
    .map(({ columns }) => columns)
}

function faultsOf({ file, name, row }: AskedRow, columns: Map<string, number>): string[] {
  return Object.entries(row).flatMap(([property, kind]) => {
    const oid = columns.get(property)
    if (oid === undefined) return [`${file} ${name}: the statement has no column "${property}"`]
    if (kindsOfColumn(oid).includes(kind)) return []
    return [`${file} ${name}: "${property}" is a ${kindsOfColumn(oid)} (oid ${oid}), and its type says ${kind}`]
  })
}
