import { Client, type QueryResultRow } from 'pg'

/** Runs one statement over a connection of its own. Returns its rows. */
export async function query<Row extends QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<Row>(sql, values).finally(() => client.end())
  return rows
}

/** Returns whether a server takes connections. */
export function canConnect(url: string): Promise<boolean> {
  return query(url, 'SELECT').then(
    () => true,
    () => false,
  )
}
