import { styleText } from 'node:util'
import type { NamedFinding } from '../doctor/index.js'
import { printable } from './listing.js'

const VERDICT_WIDTH = 9
const colors = { ok: 'green', warning: 'yellow', problem: 'red' } as const

/** How findings are written: within a number of columns, and with colors where they can be seen. */
export interface FindingStyle {
  columns: number
  isColored: boolean
}

/** Writes findings as a table. A detail or remedy that is too long goes on below where it began. */
export function formatFindings(findings: NamedFinding[], { columns, isColored }: FindingStyle): string {
  const width = Math.max(...findings.map(({ check }) => check.length)) + 2
  const indent = VERDICT_WIDTH + width
  const wrap = (text: string, hanging = 0) => wrapWords(printable(text), columns - indent - hanging)
  const below = (lines: string[], hanging = 0) => lines.join(`\n${' '.repeat(indent + hanging)}`)
  const rows = findings.map(({ check, verdict, detail, remedy }) => {
    const padded = verdict.padEnd(VERDICT_WIDTH)
    const shown = isColored ? styleText(colors[verdict], padded, { validateStream: false }) : padded
    const advice = remedy === null ? '' : `${' '.repeat(indent)}→ ${below(wrap(remedy, 2), 2)}\n`
    return `${shown}${check.padEnd(width)}${below(wrap(detail))}\n${advice}`
  })
  return rows.join('')
}

/** Breaks a text between words into lines of at most that many characters; a longer word has a line of its own. */
function wrapWords(text: string, length: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (longer.length <= length || last === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
