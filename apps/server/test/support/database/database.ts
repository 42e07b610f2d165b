import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, disconnect, type PrismaDatabase } from '../../../src/database/connect.js'
import { testPool } from '../long.js'

/** A database of one's own. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Returns the environment of a service that reaches a database, through the pooler if the tests have one. */
export function databaseEnvironment(url: string): { DATABASE_URL: string; DATABASE_POOLER_URL?: string } {
  const given = inject('poolerUrl')
  if (given === undefined) return { DATABASE_URL: url }
  const pooler = new URL(given)
  pooler.pathname = new URL(url).pathname
  return { DATABASE_URL: url, DATABASE_POOLER_URL: pooler.href }
}

/** Clones the migrated template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(inject('testDatabase').template)
}

/** Clones the migrated template, and opens a pool of it for what the test itself asks. */
export async function openTestDatabase(): Promise<{ url: string; database: PrismaDatabase; close(): Promise<void> }> {
  const { url, drop } = await createTestDatabase()
  const database = connect(url, testPool)
  return { url, database, close: () => disconnect(database).then(drop) }
}

/** Creates a database without a table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('template0')
}

/** Creates a database for the length of a test, and returns its address. */
export async function useDatabase(create: () => Promise<TestDatabase> = createTestDatabase): Promise<string> {
  const { url, drop } = await create()
  onTestFinished(drop)
  return url
}

/** Clones a database that nobody uses. */
export function cloneDatabase(url: string): Promise<TestDatabase> {
  return create(new URL(url).pathname.slice(1))
}

async function create(source: string): Promise<TestDatabase> {
  const { serverUrl, template } = inject('testDatabase')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await runOn(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`)
  const url = new URL(serverUrl)
  url.pathname = name
  return { url: url.href, drop: () => runOn(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
