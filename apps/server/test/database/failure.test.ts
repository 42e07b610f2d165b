import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { ask, askOne, type Connection, type Queryable } from '../../src/database/ask.js'
import { connect } from '../../src/database/connect.js'
import { findFailure } from '../../src/database/failure.js'
import { inTransaction, transact } from '../../src/database/transaction.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { toDatabaseProblem } from '../../src/http/problems/problem.js'
import type { TestUser } from '../support/database/factories.js'
import { catchRejection, openRequestPools } from '../support/database/request-pools.js'
import { endStatement, untilRuns } from '../support/database/statements.js'

const { database, open, ada, ben } = await openRequestPools()

function rename(queryable: Queryable, { id }: { id: string }) {
  return ask(queryable, Prisma.sql`UPDATE "user" SET name = ${randomUUID()} WHERE id = ${id}::uuid`)
}

function countUsers(queryable: Queryable) {
  return askOne<{ count: number }>(queryable, Prisma.sql`SELECT count(*)::int AS count FROM "user"`)
}

function addTag(queryable: Queryable, name: string) {
  return ask(
    queryable,
    Prisma.sql`INSERT INTO tag (id, user_id, name) VALUES (gen_random_uuid(), ${ada.id}::uuid, ${name})`,
  )
}

function shareWithNobody(queryable: Queryable) {
  return ask(
    queryable,
    Prisma.sql`INSERT INTO album_user (album_id, user_id) VALUES (gen_random_uuid(), ${ada.id}::uuid)`,
  )
}

/** Ends the connection of a transaction, as a server does that is stopped. */
async function endConnection(transaction: Connection) {
  const own = await askOne<{ pid: number }>(transaction, Prisma.sql`SELECT pg_backend_pid() AS pid`)
  await database.$queryRaw`SELECT pg_terminate_backend(${own.pid}::int)`
}

/** Lets nobody pass until two have come. */
function meeting() {
  let come = 0
  let open = () => {}
  const met = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    come += 1
    if (come === 2) open()
    return met
  }
}

describe('what a database throws', () => {
  test.each<[string, () => Promise<unknown>, string | null]>([
    [
      'nobody listens, to a transaction',
      () => inTransaction(connect('postgresql://u:p@127.0.0.1:1/x'), async () => {}),
      'unavailable',
    ],
    ['no such socket', () => countUsers(connect('postgresql:///x?host=/nonexistent')), 'unavailable'],
    [
      'every connection is taken, to a transaction',
      async () => {
        const full = await open({ connections: 1, waitMs: 100 })
        return inTransaction(full, () => inTransaction(full, countUsers))
      },
      'unavailable',
    ],
    [
      'a transaction takes too long',
      () =>
        transact(
          database,
          async (transaction) => {
            await sleep(150)
            await countUsers(transaction)
          },
          100,
        ),
      'unavailable',
    ],
    [
      'the connection is lost twice',
      () =>
        inTransaction(database, async (transaction) => {
          await endConnection(transaction)
          await countUsers(transaction)
        }),
      'unavailable',
    ],
    ['the connection is lost as it commits', () => inTransaction(database, endConnection), 'unavailable'],
    ['a row to refer to is gone for good', () => inTransaction(database, shareWithNobody), 'unavailable'],
    ['a value is taken', () => database.user.create({ data: { email: ada.email, name: '' } }), null],
    ['a query is wrong', () => ask(database, Prisma.sql`SELECT nothing FROM nowhere`), null],
    [
      'a file is missing',
      () => Promise.reject(Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' })),
      null,
    ],
    ['nothing but a word', () => Promise.reject('P1001'), null],
  ])('%s', async (_name, provoke, code) => {
    const error = await catchRejection(provoke())

    const problem = toDatabaseProblem(error)

    expect(error).not.toBeNull()
    expect(problem?.code ?? null).toBe(code)
    expect(problem?.headers['Retry-After'] ?? null).toBe(code === 'unavailable' ? '1' : null)
  })

  test('a restarted server ends connections by 57P01', async () => {
    const error = await catchRejection(
      transact(database, (transaction) => ask(transaction, Prisma.sql`SELECT pg_terminate_backend(pg_backend_pid())`)),
    )

    expect(findFailure(error)).toBe('lost connection')
  })
})

describe('inTransaction', () => {
  test('hides a deadlock', async () => {
    let attempts = 0
    const bothWrote = meeting()
    const swap = (first: TestUser, second: TestUser) =>
      inTransaction(database, async (transaction) => {
        attempts += 1
        await rename(transaction, first)
        await bothWrote()
        await rename(transaction, second)
      })

    await Promise.all([swap(ada, ben), swap(ben, ada)])

    expect(attempts).toBe(3)
  })

  test('hides a serialization failure', async () => {
    let attempts = 0
    const bothRead = meeting()
    const count = () =>
      inTransaction(database, async (transaction) => {
        attempts += 1
        await ask(transaction, Prisma.sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`)
        await countUsers(transaction)
        await bothRead()
        await rename(transaction, ada)
      })

    await Promise.all([count(), count()])

    expect(attempts).toBe(3)
  })

  test.each([
    ['lost to a race is tried three times', shareWithNobody, 3],
    [
      'lost with its connection is tried twice',
      (transaction: Connection) => endConnection(transaction).then(() => rename(transaction, ada)),
      2,
    ],
    ['that may be committed is tried once', endConnection, 1],
    ['that is wrong is tried once', (transaction: Connection) => ask(transaction, Prisma.sql`SELECT nothing`), 1],
  ])('work %s', async (_name, work, expected) => {
    let attempts = 0

    const error = await catchRejection(
      inTransaction(database, async (transaction) => {
        attempts += 1
        await work(transaction)
      }),
    )

    expect(error).toBeInstanceOf(Error)
    expect(attempts).toBe(expected)
  })

  test('work whose connection is lost once succeeds, and takes effect once', async () => {
    let attempts = 0
    await inTransaction(database, async (transaction) => {
      attempts += 1
      await addTag(transaction, `attempt ${attempts}`)
      if (attempts === 1) await endConnection(transaction)
      await countUsers(transaction)
    })

    expect(await database.tag.findMany({ select: { name: true } })).toEqual([{ name: 'attempt 2' }])
  })

  test('work in which a statement failed is not kept, even when the work caught the error', async () => {
    const error = await catchRejection(
      inTransaction(database, async (transaction) => {
        await addTag(transaction, 'half')
        await shareWithNobody(transaction).catch(() => {})
      }),
    )

    expect(error).toMatchObject({ message: 'A statement of the transaction failed, so it was rolled back.' })
    expect(await database.tag.count({ where: { name: 'half' } })).toBe(0)
  })

  test('its connection cannot be used any more when the work has ended', async () => {
    const kept = await inTransaction(database, async (transaction) => ({ transaction }))

    expect(await catchRejection(countUsers(kept.transaction))).toMatchObject({ message: 'The transaction has ended.' })
  })
})

describe('connect', () => {
  test('a read whose connection is lost is resent once', async () => {
    const name = randomUUID()
    const read = ask<{ count: number }>(
      database,
      Prisma.sql`
        SELECT count(*)::int AS count, pg_sleep(CASE count(*) WHEN 0 THEN 20 ELSE 0 END)::text
        FROM tag WHERE name = ${name} -- read`,
    )

    await untilRuns(database, '-- read')
    await database.tag.create({ data: { userId: ada.id, name } })
    await endStatement(database, '-- read')

    expect(await read).toMatchObject([{ count: 1 }])
  })

  test('so is a read of Prisma', async () => {
    const name = randomUUID()
    const read = database.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count, pg_sleep(CASE count(*) WHEN 0 THEN 20 ELSE 0 END)::text
      FROM tag WHERE name = ${name} -- Prisma`
    const answered = read.then((rows) => rows)

    await untilRuns(database, '-- Prisma')
    await database.tag.create({ data: { userId: ada.id, name } })
    await endStatement(database, '-- Prisma')

    expect(await answered).toMatchObject([{ count: 1 }])
  })

  test('a write whose connection is lost is not resent, because it may have been committed', async () => {
    const write = catchRejection(
      ask(database, Prisma.sql`UPDATE "user" SET name = name WHERE pg_sleep(20) IS NOT NULL -- write`),
    )

    await endStatement(database, '-- write')

    expect(findFailure(await write)).toBe('lost connection')
  })

  test.each([
    [{}, '5s'],
    [{ DATABASE_STATEMENT_SECONDS: '7' }, '7s'],
  ])('sets the limits of every connection, with %j', async (environment, statement) => {
    const names = ['application_name', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const other = await open(readConfig(environment).requests)

    const row = await askOne<{ settings: string[] }>(
      other,
      Prisma.sql`
        SELECT array_agg(current_setting(name) ORDER BY position) AS settings
        FROM unnest(${names}::text[]) WITH ORDINALITY AS given (name, position)`,
    )

    expect(row.settings).toEqual(['media-library', statement, '2s', '10s'])
  })
})
