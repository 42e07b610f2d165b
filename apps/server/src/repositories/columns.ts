/** The column of a field of the schema. */
export function toColumn(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

/** Values by their columns, of which `jsonb_populate_recordset` makes a row of a table. */
export function toColumns(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [toColumn(name), value]))
}
