import { Prisma } from '../generated/prisma/client.js'

/** Returns the column of a field of the schema. */
export function toColumn(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

/** Selects columns under the names of their fields. `table` is the table or its alias. */
export function selectColumns(fields: Record<string, string>, table: string): Prisma.Sql {
  return Prisma.raw(
    Object.values(fields)
      .map((name) => `${table}.${toColumn(name)} AS "${name}"`)
      .join(', '),
  )
}

/** Returns the values by their columns, for `jsonb_populate_recordset`. */
export function toColumns(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [toColumn(name), value]))
}
