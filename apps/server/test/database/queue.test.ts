import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { prepareQueue } from '../../src/database/queue.js'
import { createEmptyDatabase } from '../support/database.js'

const open = async () => {
  const { url, drop } = await createEmptyDatabase()
  const pools = Array.from({ length: 4 }, () => new Pool({ connectionString: url, max: 1 }))
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await drop()
  })
  return pools as [Pool, Pool, Pool, Pool]
}

test('four processes make the queue at once, completely', async () => {
  const pools = await open()

  await Promise.all(pools.map(prepareQueue))

  const { rows } = await pools[0].query(
    'SELECT count(*)::int AS count, max(id) AS last FROM graphile_worker.migrations',
  )
  expect(rows).toEqual([{ count: 20, last: 20 }])
})

test('a queue that is up to date costs one query', async () => {
  const [pool] = await open()
  await prepareQueue(pool)
  const queries: unknown[] = []
  const query = pool.query.bind(pool)
  pool.query = ((text: string) => {
    queries.push(text)
    return query(text)
  }) as typeof pool.query
  pool.on('acquire', () => queries.push('acquired'))

  await prepareQueue(pool)

  expect(queries).toHaveLength(2)
})
