import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../src/migrations/migrate.js'
import { openEmbedded } from '../../../src/postgres/embedded.js'
import { removeWhenInterrupted } from './interrupted.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server for tests, and the name of its migrated template; clones have names that start with it. */
    testDatabase: { serverUrl: string; template: string }
    /** What is shared by the files of a run, and goes with it. */
    folder: string
  }
}

/** Starts a PostgreSQL for the run, or takes that of TEST_DATABASE_URL, and migrates the template once. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  try {
    return await prepare(project, server)
  } catch (error) {
    await server.close()
    throw error
  }
}

async function prepare(project: TestProject, server: Awaited<ReturnType<typeof openServer>>) {
  const template = `media_library_test_${randomBytes(4).toString('hex')}`
  const client = new Client({ connectionString: server.url })
  // When the preparation fails, its reason is what counts.
  client.on('error', () => {})
  await client.connect()
  await client.query(`CREATE DATABASE ${template}`)
  const url = new URL(server.url)
  url.pathname = template
  await migrate(url.href)
  project.provide('testDatabase', { serverUrl: server.url, template })
  const folder = await mkdtemp(join(tmpdir(), 'media-library-run-'))
  // PostgreSQL does not run as root.
  await chmod(folder, 0o755)
  project.provide('folder', folder)
  return async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    await dropAll(client, template)
    await client.end()
    await server.close()
  }
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, close: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-test-'))
  const database = await openEmbedded(dataDir)
  const keep = removeWhenInterrupted(dataDir)
  await hurry(database.url)
  return {
    url: database.url,
    close: async () => {
      keep()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What the tests write need not outlive the machine; those that crash a database have one of their own. */
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
