import { basename } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import type { PrismaDatabase } from '../../../src/database/connect.js'
import type { Prisma } from '../../../src/generated/prisma/client.js'
import { openTestDatabase } from '../database/database.js'
import { createAsset, type TestUser } from '../database/factories.js'
import { type CliResult, runCli, runHere } from './cli.js'

/** The command line on a database of its own; what runs it takes what stands after `media-library`. */
export interface CliLibrary {
  url: string
  database: PrismaDatabase
  /** Runs a command in this process. */
  run(args: string[]): Promise<CliResult>
  /** Runs a command in a process of its own, as people do. */
  runAlone(args: string[], input?: string): Promise<CliResult>
  /** Removes all users, and what is theirs. */
  empty(): Promise<void>
  close(): Promise<void>
}

export async function openCliLibrary(): Promise<CliLibrary> {
  const { url, database, close } = await openTestDatabase()
  return {
    url,
    database,
    run: (args) => runHere(args, { DATABASE_URL: url }),
    runAlone: (args, input = '') => runCli(args, { env: { DATABASE_URL: url }, input }),
    empty: async () => {
      await database.user.deleteMany()
    },
    close,
  }
}

/** Opens a library for all tests of a file. Each of them begins without users. */
export async function shareCliLibrary(): Promise<CliLibrary> {
  const library = await openCliLibrary()
  beforeEach(library.empty)
  afterAll(library.close)
  return library
}

/** Adds an asset for each path, each newer than the one before, and returns their ids. */
export async function createAssetsAt(
  database: PrismaDatabase,
  owner: TestUser,
  paths: string[],
  overrides: Partial<Prisma.AssetUncheckedCreateInput> = {},
): Promise<string[]> {
  const assets = await Promise.all(
    paths.map((originalPath) =>
      createAsset(database, owner, { originalPath, originalFileName: basename(originalPath), ...overrides }),
    ),
  )
  return assets.map(({ id }) => id)
}
