import { Client } from 'pg'

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

/** Runs work on its own connection, which is cut when the work throws, so that nothing of it stays. */
export const withSession = async <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> => {
  const client = new Client({ connectionString: url, application_name: 'media-library backup', keepAlive: true })
  // A lost connection also fails a query, which reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(SETTINGS)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
