import Table from 'cli-table3'
import { printableJson } from '../../process/printable-json.js'

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

/** Escapes characters that control the terminal, break a row or reorder its text: file names and tags may contain some. */
export function printable(text: string) {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (control) => {
    const code = control.charCodeAt(0).toString(16)
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`
  })
}

/** Escapes the same in a text of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** The headings above free texts, which a table shortens. */
const CUT = new Set(['Name', 'Program'])
const LONGEST_CELL = 60

/** Shortens a text between characters as people see them. */
function cut(text: string) {
  const [last, ...more] = [...new Intl.Segmenter().segment(text)].slice(LONGEST_CELL - 1)
  return more.length > 0 && last ? `${text.slice(0, last.index)}…` : text
}

/** Prints a result for programs. */
export function printJson(result: object): void {
  process.stdout.write(`${printableJson(JSON.stringify(result, null, 2))}\n`)
}

/** The format of rows. `columns` holds the keys of the table with their headings. */
export interface TableListing<Row> {
  json?: boolean | undefined
  columns: [key: keyof Row & string, heading: string][]
  /** The text for an empty list, with the next step. */
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
  const toCellText = (text: string, heading: string) => (CUT.has(heading) ? cut(text) : text)
  for (const row of rows) table.push(columns.map(([key, heading]) => toCellText(toCell(row[key] as Value), heading)))
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
