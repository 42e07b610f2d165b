import { Client } from 'pg'

/** The texts of values are the same, and read back exactly, whatever the server is set to; long work has the time it takes. */
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

/** Runs work on a connection of its own, which is cut when the work throws, so that nothing of it stays. */
export const withSession = async <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> => {
  const client = new Client({ connectionString: url, application_name: 'media-library backup', keepAlive: true })
  // What a lost connection breaks is a query, which tells.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(SETTINGS)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
