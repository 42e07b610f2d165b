import type { Pool, PoolClient } from 'pg'
import { twice } from './resend.js'

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
