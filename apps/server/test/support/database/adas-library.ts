import { connect, disconnect, type PrismaDatabase } from '../../../src/database/connect.js'
import { testPool } from '../long.js'
import { createTestDatabase } from './database.js'
import { createUser, type TestUser } from './factories.js'

/** A database of its own, whose only user is Ada. */
export interface AdasLibrary {
  database: PrismaDatabase
  ada: TestUser
  close(): Promise<void>
}

export async function openAdasLibrary(): Promise<AdasLibrary> {
  const { url, drop } = await createTestDatabase()
  const database = connect(url, testPool)
  const ada = await createUser(database)
  return {
    database,
    ada,
    close: async () => {
      await disconnect(database)
      await drop()
    },
  }
}
