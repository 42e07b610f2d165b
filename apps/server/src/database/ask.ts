import type { Prisma } from '../generated/prisma/client.js'
import { linkOf, type Queryable } from './connect.js'
import { sendPatiently } from './resend.js'
import { statementNameOf } from './statement-name.js'

/** A single statement. */
export interface Reader {
  ask<Row extends object>(statement: Prisma.Sql): Promise<Row[]>
}

/**
 * The rows of a statement. Outside of a transaction it goes to the pool as it is, for a quarter of what it costs by way of
 * Prisma, so its columns must be of types that both read alike: no bigint.
 */
export async function ask<Row extends object>(source: Queryable | Reader, statement: Prisma.Sql): Promise<Row[]> {
  const { pool = null, preparedStatements = false } = linkOf(source as Queryable) ?? {}
  if (pool === null || pool.ending) return 'ask' in source ? source.ask(statement) : source.$queryRaw<Row[]>(statement)
  const { rows } = await sendPatiently(statement.text, () => pool.query(toQuery(statement, preparedStatements)))
  return rows
}

/** A statement as the driver takes it. */
export function toQuery({ text, values }: Prisma.Sql, preparedStatements: boolean) {
  return {
    text,
    values,
    ...(preparedStatements && { name: statementNameOf({ sql: text, args: values }) }),
  }
}
