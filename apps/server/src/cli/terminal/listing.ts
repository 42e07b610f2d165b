import Table from 'cli-table3'

type Value = string | number | boolean | Date | null | string[]

const borderless = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

/** Escapes control characters: file names and tags may contain some, and none may control the terminal or break a row. */
export function printable(text: string) {
  return text.replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Prints a result for programs. */
export function printJson(result: object): void {
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
}

/** How rows are printed. `columns` holds the keys of the table with their headings. */
export interface TableListing<Row> {
  json?: boolean | undefined
  columns: [key: keyof Row & string, heading: string][]
  /** The text for an empty list, which says what to do next. */
  empty: string
}

/** Prints rows as a table, or with `json` as one array of complete objects. */
export function printListing<Row extends Record<string, Value>>(
  rows: Row[],
  { json, columns, empty }: TableListing<Row>,
) {
  if (json) return printJson(rows)
  if (rows.length === 0) {
    process.stderr.write(`${empty}\n`)
    return
  }
  const table = new Table({
    head: columns.map(([, heading]) => heading),
    chars: borderless,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  for (const row of rows) table.push(columns.map(([key]) => toCell(row[key] as Value)))
  const lines = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
  process.stdout.write(`${lines.join('\n')}\n`)
}

function toCell(value: Value): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return printable(Array.isArray(value) ? value.join(', ') : String(value))
}
