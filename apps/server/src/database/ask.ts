import type { Prisma } from '../generated/prisma/client.js'
import { linkOf, type Queryable } from './connect.js'
import { sendOrResend } from './resend.js'
import { statementNameOf } from './statement-name.js'

/** A single statement. */
export interface Reader {
  ask<Row extends object>(statement: Prisma.Sql): Promise<Row[]>
}

/**
 * Runs a statement and returns its rows: the one way of SQL of ours to the database. Outside a transaction it bypasses Prisma, which costs a quarter of the time. The
 * columns must therefore have types that Prisma and the driver read alike, so no bigint.
 */
export async function ask<Row extends object>(source: Queryable | Reader, statement: Prisma.Sql): Promise<Row[]> {
  const { pool = null, preparedStatements = false } = linkOf(source as Queryable) ?? {}
  if (pool === null || pool.ending) return 'ask' in source ? source.ask(statement) : source.$queryRaw<Row[]>(statement)
  const { rows } = await sendOrResend(statement.text, () => pool.query(toQuery(statement, preparedStatements)))
  return rows
}

/** Runs a statement that always returns one row. */
export async function askOne<Row extends object>(source: Queryable | Reader, statement: Prisma.Sql): Promise<Row> {
  const [row] = await ask<Row>(source, statement)
  if (!row) throw new Error('The statement always returns a row.')
  return row
}

/** Converts a statement to the driver's form. */
export function toQuery({ text, values }: Prisma.Sql, preparedStatements: boolean) {
  return {
    text,
    values,
    ...(preparedStatements && { name: statementNameOf({ sql: text, args: values }) }),
  }
}
