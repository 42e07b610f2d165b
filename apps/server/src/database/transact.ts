import type { Pool, PoolClient } from 'pg'
import { toQuery } from './ask.js'
import { type Connection, type Database, LONG_STATEMENT } from './connect.js'
import { twice } from './resend.js'

/**
 * Runs work over one connection, and commits what it did; rolls it back when the work throws, or takes longer than the limit of
 * transactions. Work that has ended cannot use the connection.
 */
export async function transact<T>(
  { driver: { pool, preparedStatements } }: Database,
  work: (transaction: Connection) => Promise<T>,
  limitMs = LONG_STATEMENT,
): Promise<T> {
  const client = await begin(pool, 'BEGIN')
  const limit = startLimit(client, limitMs)
  let isOpen = true
  const transaction: Connection = {
    ask: async (statement) => {
      if (!isOpen) throw new Error('The transaction has ended.')
      return (await client.query(toQuery(statement, preparedStatements))).rows
    },
  }
  try {
    const result = await work(transaction)
    isOpen = false
    await commit(client)
    limit.end()
    release(client, false)
    return result
  } catch (error) {
    isOpen = false
    const isRolledBack = await rollBack(client)
    const late = limit.end()
    release(client, !isRolledBack)
    throw late ?? error
  }
}

/** Cuts the connection when the time is over. `end` returns the reason, if that happened. */
function startLimit(client: PoolClient, limitMs: number) {
  let late: Error | null = null
  const timer = setTimeout(() => {
    late = Object.assign(new Error(`The transaction took longer than ${limitMs} ms.`), { code: 'ETIMEDOUT' })
    client.connection.stream.destroy(late)
  }, limitMs)
  return {
    end: () => {
      clearTimeout(timer)
      return late
    },
  }
}

/** PostgreSQL answers the COMMIT of a transaction in which a statement failed with a ROLLBACK. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT')
  if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed, so it was rolled back.')
}

/**
 * Takes a connection from the pool and begins a transaction over it. A connection that turns out to be lost is replaced once.
 * Whoever begins a transaction ends it, and then calls `release`.
 */
export function begin(pool: Pool, statement: string): Promise<PoolClient> {
  return twice(async () => {
    const client = await pool.connect()
    client.on('error', ignore)
    try {
      await client.query(statement)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  })
}

/** Ends a transaction without effect. Returns false when the connection is lost. */
export function rollBack(client: PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}

/** Returns a connection to its pool, or closes it when its transaction may still be open. */
export function release(client: PoolClient, mayBeOpen: boolean): void {
  client.release(mayBeOpen)
  // A connection that is closed may still report why.
  if (!mayBeOpen) client.off('error', ignore)
}

/** A connection that is lost while it is idle fails its next query. */
function ignore() {}
