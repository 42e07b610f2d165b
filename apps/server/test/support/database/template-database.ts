import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepFilesInMemory } from '@media-library/test-support/memory-folder'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../../../src/database/embedded.js'
import { migrate } from '../../../src/database/migrations/migrate.js'
import { copyDataDir } from './data-dir.js'
import { removeWhenInterrupted } from './interrupted.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server for tests, and the name of its migrated template; clones have names that start with it. */
    testDatabase: { serverUrl: string; template: string }
    /** A pooler in front of that server, in the tier that has one. */
    poolerUrl?: string
    /** What is shared by the files of a run, and goes with it. */
    folder: string
    /** The data folder of a library without users, whose PostgreSQL stopped in order. It is there to be copied. */
    usedDataDir: string
  }
}

/** The tiers whose files are in memory. The others write more than memory holds. */
const inMemory = new Set(['test', 'root', 'e2e'])

/** Several files run at once, and one of them may start a dozen services, each of which opens twenty connections. */
const CONNECTIONS = '800'

/**
 * Prepares a run: a data folder that was used before, a PostgreSQL, or that of TEST_DATABASE_URL, and a migrated template in it.
 * Most of the tests that start from a data folder copy this one, because creating a cluster takes a second.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (inMemory.has(project.name)) keepFilesInMemory()
  const folder = await mkdtemp(join(tmpdir(), 'media-library-run-'))
  // PostgreSQL does not run as root.
  await chmod(folder, 0o755)
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const usedDataDir = await useDataDir(folder)
    const close = await prepare(project, usedDataDir)
    project.provide('folder', folder)
    project.provide('usedDataDir', usedDataDir)
    return async () => {
      await remove()
      await close()
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Makes a data folder that was used, at a path with a space and an accent. */
async function useDataDir(folder: string): Promise<string> {
  const dataDir = await mkdtemp(join(folder, 'média library-'))
  const database = await openEmbedded(dataDir)
  const keep = removeWhenInterrupted(dataDir)
  try {
    await migrate(database.url)
  } finally {
    await database.close()
    keep()
  }
  return dataDir
}

async function prepare(project: TestProject, usedDataDir: string): Promise<() => Promise<void>> {
  const givenUrl = process.env['TEST_DATABASE_URL']
  const server = givenUrl ? givenServer(givenUrl) : await openServer(usedDataDir)
  try {
    return await makeTemplate(project, server)
  } catch (error) {
    await server.close()
    throw error
  }
}

async function makeTemplate(project: TestProject, server: DatabaseServer) {
  const template = `media_library_test_${randomBytes(4).toString('hex')}`
  const client = new Client({ connectionString: server.url })
  // When the preparation fails, its reason is what counts.
  client.on('error', () => {})
  await client.connect()
  await client.query(`CREATE DATABASE ${template} TEMPLATE ${server.source}`)
  const url = new URL(server.url)
  url.pathname = template
  await migrate(url.href)
  project.provide('testDatabase', { serverUrl: server.url, template })
  return async () => {
    await dropAll(client, template)
    await client.end()
    await server.close()
  }
}

interface DatabaseServer {
  url: string
  /** The database that the template is made of. */
  source: string
  close(): Promise<void>
}

function givenServer(url: string): DatabaseServer {
  return { url, source: 'template1', close: async () => {} }
}

async function openServer(usedDataDir: string): Promise<DatabaseServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-test-'))
  await copyDataDir(usedDataDir, dataDir)
  const database = await openEmbedded(dataDir, undefined, { max_connections: CONNECTIONS })
  const keep = removeWhenInterrupted(dataDir)
  await hurry(database.url)
  const url = new URL(database.url)
  const source = url.pathname.slice(1)
  // A database that somebody uses cannot be cloned.
  url.pathname = 'postgres'
  return {
    url: url.href,
    source,
    close: async () => {
      keep()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Turns durability off. Tests that crash a database have one of their own. */
async function hurry(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const setting of ['fsync', 'full_page_writes']) await client.query(`ALTER SYSTEM SET ${setting} = off`)
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

async function dropAll(client: Client, prefix: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`)
}
