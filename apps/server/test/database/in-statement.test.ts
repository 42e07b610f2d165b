import { describe, expect, test } from 'vitest'
import { ask, askOne, type Queryable } from '../../src/database/ask.js'
import { findFailure } from '../../src/database/failure.js'
import { inStatement, transact, withTimeFor } from '../../src/database/transaction.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { catchRejection, openRequestPools } from '../support/database/request-pools.js'
import { endStatement, untilBlocked } from '../support/database/statements.js'

const { database, open } = await openRequestPools()

describe('inStatement', () => {
  /** Work that counts how often it is tried. */
  const counted = (statement: Prisma.Sql) => {
    const counter = { attempts: 0 }
    const work = (queryable: Queryable) => {
      counter.attempts += 1
      return ask(queryable, statement)
    }
    return { counter, work }
  }

  test('hides a deadlock of two statements', async () => {
    const gate = 3
    const lockBoth = (first: number, second: number) =>
      counted(Prisma.sql`
        SELECT pg_advisory_xact_lock(${first}::int)::text, pg_advisory_xact_lock_shared(${gate}::int)::text,
          pg_advisory_xact_lock(${second}::int)::text`)
    const [one, other] = [lockBoth(1, 2), lockBoth(2, 1)]

    const started = await transact(database, async (transaction) => {
      await ask(transaction, Prisma.sql`SELECT pg_advisory_xact_lock(${gate}::int)::text`)
      const both = [inStatement(database, one.work), inStatement(database, other.work)]
      await untilBlocked(database, 2)
      return both
    })
    await Promise.all(started)

    expect(one.counter.attempts + other.counter.attempts).toBe(3)
  })

  test.each([
    [
      'lost to a race is tried three times',
      Prisma.sql`INSERT INTO tag (id, user_id, name) VALUES (gen_random_uuid(), gen_random_uuid(), '')`,
      3,
    ],
    ['that is wrong is tried once', Prisma.sql`SELECT nothing FROM nowhere`, 1],
  ])('work %s', async (_name, statement, expected) => {
    const { counter, work } = counted(statement)

    const error = await catchRejection(inStatement(database, work))

    expect(error).toBeInstanceOf(Error)
    expect(counter.attempts).toBe(expected)
  })

  test('work that may have been committed is tried once', async () => {
    const { counter, work } = counted(
      Prisma.sql`UPDATE "user" SET name = name WHERE pg_sleep(20) IS NOT NULL -- written`,
    )
    const error = catchRejection(inStatement(database, work))

    await endStatement(database, '-- written')

    expect(findFailure(await error)).toBe('lost connection')
    expect(counter.attempts).toBe(1)
  })
})

test.each([
  ['a request', 5_000, ['5s', '7500ms', '30s']],
  ['a command', 60_000, ['1min', '1min', '1min']],
])('%s may take the longer over a statement, the more ids it has', async (_of, statementMs, expected) => {
  const pool = await open({ statementMs })
  const readLimit = async (count: number) => {
    const { limit } = await withTimeFor(pool, Array<string>(count).fill('an id'), (timed) =>
      askOne<{ limit: string }>(timed, Prisma.sql`SELECT current_setting('statement_timeout') AS limit`),
    )
    return limit
  }

  expect([await readLimit(1_000), await readLimit(10_000), await readLimit(1_000_000)]).toEqual(expected)
})
