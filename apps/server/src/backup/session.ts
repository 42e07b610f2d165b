import { Client } from 'pg'
import { createWatch } from '../database/watch.js'

/** Values have the same text on every server and read back exactly, and long work has no time limit. */
const SETTINGS = `
  SET client_encoding = 'UTF8';
  SET datestyle = 'ISO, YMD';
  SET timezone = 'UTC';
  SET intervalstyle = 'postgres';
  SET bytea_output = 'hex';
  SET extra_float_digits = 1;
  SET statement_timeout = 0;
  SET idle_in_transaction_session_timeout = 0;
  SET lock_timeout = '30s'`

const CONNECTION_LIMIT_MS = 4_000

/** Runs work on its own connection, which is cut when the work throws, so that nothing of it stays. */
export async function withSession<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: url,
    application_name: 'media-library backup',
    connectionTimeoutMillis: CONNECTION_LIMIT_MS,
    keepAlive: true,
  })
  // A lost connection also fails a query, which reports it.
  client.on('error', () => {})
  await client.connect().catch((error) => {
    client.connection.stream.destroy()
    throw error
  })
  // Whoever waits sees how far it has come, and may end it.
  createWatch(url).add(client, Number.POSITIVE_INFINITY)
  try {
    await client.query(SETTINGS)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
