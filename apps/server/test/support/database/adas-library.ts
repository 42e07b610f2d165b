import { onTestFinished } from 'vitest'
import type { PrismaDatabase } from '../../../src/database/connect.js'
import { openTestDatabase } from './database.js'
import { createUser, type TestUser } from './factories.js'

/** A database of its own, whose only user is Ada. */
export interface AdasLibrary {
  url: string
  database: PrismaDatabase
  ada: TestUser
  close(): Promise<void>
}

/** Opens Ada's library for the length of a test. */
export async function useAdasLibrary(): Promise<AdasLibrary> {
  const library = await openAdasLibrary()
  onTestFinished(library.close)
  return library
}

export async function openAdasLibrary(): Promise<AdasLibrary> {
  const library = await openTestDatabase()
  return { ...library, ada: await createUser(library.database) }
}
