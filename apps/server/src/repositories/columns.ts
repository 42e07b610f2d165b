/** The column of a field of the schema. */
export const toColumn = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

/** Values by their columns, of which `jsonb_populate_recordset` makes a row of a table. */
export const toColumns = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [toColumn(name), value]))
