import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** A database of one's own. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

const runOn = async (url: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

const create = async (source: string): Promise<TestDatabase> => {
  const { serverUrl, template } = inject('testDatabase')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await runOn(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`)
  const url = new URL(serverUrl)
  url.pathname = name
  return { url: url.href, drop: () => runOn(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

/** A clone of the migrated template. */
export const createTestDatabase = (): Promise<TestDatabase> => create(inject('testDatabase').template)

/** A database without a table. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create('template0')
