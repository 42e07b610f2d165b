import { Client } from 'pg'
import { createWatch } from '../../database/dead-connections.js'

/** With these settings, values have the same text on every server and are restored exactly, and there is no time limit. */
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

/** Runs work on its own connection. If the work throws, the connection is cut, so that its transaction rolls back. */
export async function withSession<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: url,
    application_name: 'media-library backup',
    connectionTimeoutMillis: CONNECTION_LIMIT_MS,
    keepAlive: true,
  })
  // A lost connection also fails the current query, which reports it.
  client.on('error', () => {})
  await client.connect().catch((error) => {
    client.connection.stream.destroy()
    throw error
  })
  // There is no time limit, because the person at the terminal sees the progress and can stop it.
  createWatch(url).add(client, Number.POSITIVE_INFINITY)
  try {
    await client.query(SETTINGS)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
