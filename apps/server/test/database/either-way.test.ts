import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, type Connection, uuids } from '../../src/database/ask.js'
import { connect, type PrismaDatabase } from '../../src/database/connect.js'
import { type Failure, findFailure, isDuplicate } from '../../src/database/failure.js'
import { inTransaction, transact } from '../../src/database/transaction.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { toDatabaseProblem } from '../../src/http/problems/problem.js'
import { createTag } from '../support/database/factories.js'
import { catchRejection, openRequestPools } from '../support/database/request-pools.js'
import { endStatement, untilBlocked } from '../support/database/statements.js'

const { url, database, open, ada } = await openRequestPools()
const held: { id: string }[] = []
beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) held.push(await createTag(database, ada))
})

/** The two ways to the database, which do the same. */
interface Way {
  rename(database: PrismaDatabase): Promise<unknown>
  add(database: PrismaDatabase, tag: { userId: string; name: string }): Promise<unknown>
}

const ways: [name: string, way: Way][] = [
  [
    'ask',
    {
      rename: (other) =>
        ask(
          other,
          Prisma.sql`UPDATE tag SET type = type WHERE id = ANY (${uuids(held.map(({ id }) => id))}::uuid[]) RETURNING id`,
        ),
      add: (other, { userId, name }) =>
        ask(
          other,
          Prisma.sql`INSERT INTO tag (id, user_id, name) VALUES (gen_random_uuid(), ${userId}::uuid, ${name})`,
        ),
    },
  ],
  [
    'Prisma Client',
    {
      rename: (other) =>
        other.tag.updateManyAndReturn({
          where: { id: { in: held.map(({ id }) => id) } },
          data: { type: 'CUSTOM' },
          select: { id: true },
        }),
      add: (other, data) => other.tag.create({ data, select: { id: true } }),
    },
  ],
]

const WRITE = 'UPDATE %tag'

function lock(transaction: Connection, tag: { id: string } | undefined) {
  return ask(transaction, Prisma.sql`SELECT id FROM tag WHERE id = ${tag?.id}::uuid FOR UPDATE`)
}

/** Renames tags of which the last is locked until the write has failed, or until `meanwhile` has ended. */
function whileLocked(
  other: PrismaDatabase,
  { rename }: Way,
  meanwhile?: (transaction: Connection) => Promise<unknown>,
): Promise<unknown> {
  return transact(database, async (transaction) => {
    await lock(transaction, held.at(-1))
    const renamed = catchRejection(rename(other))
    if (meanwhile) {
      await untilBlocked(database)
      await meanwhile(transaction)
    }
    throw await renamed
  })
}

function at(change: (address: URL) => void) {
  const address = new URL(url)
  change(address)
  return connect(address.href)
}

const faults: [name: string, provoke: (way: Way) => Promise<unknown>, failure: Failure | null][] = [
  ['nobody listens', ({ rename }) => rename(connect('postgresql://u:p@127.0.0.1:1/x')), 'unavailable'],
  [
    'the database is gone',
    ({ rename }) =>
      rename(
        at((address) => {
          address.pathname = 'nowhere'
        }),
      ),
    'unavailable',
  ],
  [
    'the database is read-only',
    ({ rename }) =>
      rename(at(({ searchParams }) => searchParams.set('options', '-c default_transaction_read_only=on'))),
    'unavailable',
  ],
  [
    'every connection is taken',
    async ({ rename }) => {
      const full = await open({ connections: 1, waitMs: 100 })
      return inTransaction(full, () => rename(full))
    },
    'unavailable',
  ],
  ['a statement takes too long', async (way) => whileLocked(await open({ statementMs: 200 }), way), 'unavailable'],
  ['a lock is not had in time', async (way) => whileLocked(await open({ statementMs: 60_000 }), way), 'unavailable'],
  [
    'two writes wait for each other',
    async (way) => whileLocked(await open({ statementMs: 60_000 }), way, (transaction) => lock(transaction, held[0])),
    'lost race',
  ],
  [
    'the connection is lost',
    async (way) => whileLocked(await open({ statementMs: 60_000 }), way, () => endStatement(database, WRITE)),
    'lost connection',
  ],
  ['a row to refer to is gone', ({ add }) => add(database, { userId: randomUUID(), name: 'sea' }), 'lost race'],
]

describe.each(ways)('through %s', (_name, way) => {
  test.each(faults)('%s', async (_fault, provoke, failure) => {
    const error = await catchRejection(provoke(way))

    expect(findFailure(error), String(error)).toBe(failure)
    expect(toDatabaseProblem(error)).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '1' } })
  })

  test('a value that is taken is known, and calls for no other try', async () => {
    const tag = { userId: ada.id, name: randomUUID() }
    await way.add(database, tag)

    const error = await catchRejection(way.add(database, tag))

    expect(isDuplicate(error)).toBe(true)
    expect(findFailure(error)).toBeNull()
  })
})
