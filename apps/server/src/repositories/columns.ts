/** Returns the column of a field of the schema. */
export function toColumn(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

/** Returns the values by their columns, for `jsonb_populate_recordset`. */
export function toColumns(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [toColumn(name), value]))
}
