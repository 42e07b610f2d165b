import { onTestFinished } from 'vitest'
import { connect, disconnect, type PrismaDatabase } from '../../../src/database/connect.js'
import { testPool } from '../long.js'
import { createTestDatabase } from './database.js'
import { createUser, type TestUser } from './factories.js'

/** A database of its own, whose only user is Ada. */
export interface AdasLibrary {
  url: string
  database: PrismaDatabase
  ada: TestUser
  close(): Promise<void>
}

/** The same for the length of a test. */
export async function useAdasLibrary(): Promise<AdasLibrary> {
  const library = await openAdasLibrary()
  onTestFinished(library.close)
  return library
}

export async function openAdasLibrary(): Promise<AdasLibrary> {
  const { url, drop } = await createTestDatabase()
  const database = connect(url, testPool)
  const ada = await createUser(database)
  return {
    url,
    database,
    ada,
    close: async () => {
      await disconnect(database)
      await drop()
    },
  }
}
