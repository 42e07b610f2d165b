import { afterAll } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { ask } from '../../../src/database/ask.js'
import { connect, disconnect, type PrismaDatabase } from '../../../src/database/connect.js'
import { Prisma } from '../../../src/generated/prisma/client.js'
import { databaseWaits } from '../long.js'
import { until } from '../until.js'
import { createTestDatabase } from './database.js'
import { createUser } from './factories.js'

const { requests } = readConfig(databaseWaits)

/** Opens a database with two users, and pools of it with the limits of requests, for the length of a test file. */
export async function openRequestPools() {
  const { url, drop } = await createTestDatabase()
  const opened: PrismaDatabase[] = []
  /** Opens a pool with a connection: a busy machine may take longer to connect than the limits allow. */
  const open = async (limits: Partial<typeof requests> = {}) => {
    const database = connect(url, { ...requests, ...limits })
    opened.push(database)
    await until(() => ask(database, Prisma.sql`SELECT 1`).catch(() => null))
    return database
  }
  afterAll(async () => {
    await Promise.all(opened.map(disconnect))
    await drop()
  })
  const database = await open({ connections: 4, statementMs: 60_000 })
  return { url, database, open, ada: await createUser(database), ben: await createUser(database) }
}

/** Returns what an action is rejected with; null when it succeeds. */
export function catchRejection(action: Promise<unknown>): Promise<unknown> {
  return action.then(
    () => null,
    (error: unknown) => error,
  )
}
