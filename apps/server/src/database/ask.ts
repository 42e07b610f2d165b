import { Prisma } from '../generated/prisma/client.js'
import { linkOf, type Queryable } from './connect.js'
import { sendPatiently } from './resend.js'
import { statementNameOf } from './statement-name.js'

/** A single statement. */
export interface Reader {
  ask<Row extends object>(statement: Prisma.Sql): Promise<Row[]>
}

/**
 * Runs a statement and returns its rows. Outside a transaction it bypasses Prisma, which costs a quarter of the time. The
 * columns must therefore have types that Prisma and the driver read alike, so no bigint.
 */
export async function ask<Row extends object>(source: Queryable | Reader, statement: Prisma.Sql): Promise<Row[]> {
  const { pool = null, preparedStatements = false } = linkOf(source as Queryable) ?? {}
  if (pool === null || pool.ending) {
    if ('ask' in source) return source.ask(statement)
    return source.$queryRaw<Row[]>(linkOf(source) ? statement : await sendAhead(source, statement))
  }
  const { rows } = await sendPatiently(statement.text, () => pool.query(toQuery(statement, preparedStatements)))
  return rows
}

/** Converts a statement to the driver's form. */
export function toQuery({ text, values }: Prisma.Sql, preparedStatements: boolean) {
  return {
    text,
    values,
    ...(preparedStatements && { name: statementNameOf({ sql: text, args: values }) }),
  }
}

/** Prisma handles a piece of this length in some 10 ms. */
const PIECE = 2 ** 18

/**
 * Sends the long texts of a transaction's statement ahead, as settings that end with the transaction, and returns the statement
 * that reads them. Prisma handles all values of a statement at once, and 100,000 ids would stop the event loop for 100 ms.
 */
async function sendAhead(transaction: Queryable, { strings, values }: Prisma.Sql): Promise<Prisma.Sql> {
  const sent: unknown[] = []
  for (const [position, value] of values.entries()) {
    const isLong = typeof value === 'string' && value.length > PIECE
    sent.push(isLong ? await sendInPieces(transaction, `media_library.value_${position}`, value) : value)
  }
  return new Prisma.Sql(strings, sent)
}

async function sendInPieces(transaction: Queryable, name: string, text: string): Promise<Prisma.Sql> {
  for (let start = 0; start < text.length; start += PIECE) {
    const piece = text.slice(start, start + PIECE)
    const before = start === 0 ? Prisma.sql`''` : Prisma.sql`current_setting(${name})`
    // The setting itself is not returned.
    await transaction.$queryRaw`SELECT set_config(${name}, concat(${before}, ${piece}::text), true) IS NULL AS failed`
  }
  return Prisma.sql`current_setting(${name})`
}
