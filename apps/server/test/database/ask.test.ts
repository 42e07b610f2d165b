import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ask, type Queryable } from '../../src/database/ask.js'
import { findFailure } from '../../src/database/failure.js'
import { inTransaction } from '../../src/database/transaction.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { catchRejection, openRequestPools } from '../support/database/request-pools.js'
import { untilRuns } from '../support/database/statements.js'

const { database, open, ada } = await openRequestPools()

describe('ask', () => {
  const values = Prisma.sql`
    SELECT id, 'é' AS text, 7 AS count, true AS flag, null AS nothing, created_at AS "createdAt",
      ARRAY [id] AS ids, decode('0102', 'hex') AS bytes
    FROM "user" LIMIT 1`

  test('reads the same from the pool as in a transaction and through Prisma', async () => {
    const fresh = await open()

    const byPrisma = await fresh.$queryRaw<{ bytes: Uint8Array }[]>(values)
    const fromPool = await ask<{ bytes: Uint8Array }>(fresh, values)
    const inside = await inTransaction(fresh, (transaction) => ask<{ bytes: Uint8Array }>(transaction, values))

    const plain = (rows: { bytes: Uint8Array }[]) => rows.map(({ bytes, ...row }) => ({ ...row, bytes: [...bytes] }))
    expect(plain(fromPool)).toEqual(plain(byPrisma))
    expect(plain(inside)).toEqual(plain(byPrisma))
    expect(fromPool).toHaveLength(1)
  })

  test('sees what its transaction has written, which nobody else sees', async () => {
    const name = randomUUID()
    const count = (queryable: Queryable) =>
      ask<{ count: number }>(queryable, Prisma.sql`SELECT count(*)::int AS count FROM tag WHERE name = ${name}`)

    const [inside, outside] = await inTransaction(database, async (transaction) => {
      await ask(
        transaction,
        Prisma.sql`INSERT INTO tag (id, user_id, name) VALUES (gen_random_uuid(), ${ada.id}::uuid, ${name})`,
      )
      return [await count(transaction), await count(database)]
    })

    expect([inside, outside]).toEqual([[{ count: 1 }], [{ count: 0 }]])
  })

  test.each([true, false])('keeps its plan when preparedStatements is %s', async (preparedStatements) => {
    const other = await open({ preparedStatements, connections: 1 })

    await ask(other, Prisma.sql`SELECT 'kept' AS text`)
    const kept = await ask(
      other,
      Prisma.sql`SELECT name FROM pg_prepared_statements WHERE statement LIKE 'SELECT ''kept''%'`,
    )

    expect(kept).toHaveLength(preparedStatements ? 1 : 0)
  })

  test('does not wait for a connection without a limit', async () => {
    const other = await open({ connections: 1, waitMs: 2_000 })
    const taken = catchRejection(ask(other, Prisma.sql`SELECT pg_sleep(60)::text -- taken`))
    await untilRuns(database, '-- taken')

    const error = await catchRejection(ask(other, Prisma.sql`SELECT 1`))

    expect(findFailure(error)).toBe('unavailable')
    await database.$queryRaw`
      SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%-- taken' AND pid <> pg_backend_pid()`
    await taken
    expect(other.driver.pool.waitingCount).toBe(0)
  })
})
