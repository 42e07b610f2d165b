import Table from 'cli-table3'
import type { Row } from './row.js'
import type { Tried } from './try-row.js'

/** What is too slow, or too much of another kind, to be tried here. */
const ELSEWHERE = 'Mutations of the sources are tried by a command of their own: pnpm mutation.'

/** The results as a table for people. */
export const toTable = (rows: Row[], tried: Tried[]): string => {
  const table = new Table({
    head: ['What', 'Figure', 'Must hold', 'Passes', 'Seconds'],
    colWidths: [18, 62, 46, 8, 9],
    wordWrap: true,
    style: { head: [], border: [] },
    colAligns: ['left', 'left', 'left', 'left', 'right'],
  })
  const holds = new Map(rows.map((row) => [row.name, row.holds]))
  table.push(
    ...tried.map(({ name, figure, passes, seconds }) => [
      name,
      figure,
      holds.get(name) ?? '',
      passes ? 'yes' : 'NO',
      String(seconds),
    ]),
  )
  return `${table.toString()}\n${ELSEWHERE}\n`
}

/** The results as one JSON object. */
export const toJson = (tried: Tried[]): string => `${JSON.stringify({ rows: tried }, null, 2)}\n`
