import { styleText } from 'node:util'
import { Command } from 'commander'
import { endSoon } from '../../process/stop-signal.js'
import type { NamedFinding } from '../doctor/index.js'
import { printable, printJson } from '../terminal/listing.js'
import { examples } from '../terminal/messages.js'

/** The maximum width. Longer lines are hard to read. */
const WIDEST = 100

export const doctor = new Command('doctor')
  .option('--json', 'print one JSON array')
  .addHelpText('after', examples('doctor', 'doctor --json | jq \'.[] | select(.verdict != "ok")\''))
  .action(async ({ json }: { json?: boolean }) => {
    // Loaded here, so that the other commands start faster.
    const { examine } = await import('../doctor/index.js')
    const findings = await examine(process.env)
    if (json) {
      printJson(findings)
    } else {
      process.stdout.write(formatFindings(findings, toStyle(process.stdout)))
      process.stderr.write(`${summarize(findings)}\n`)
    }
    if (findings.some(({ verdict }) => verdict === 'problem')) process.exitCode = 1
    endSoon()
  })

/** Returns the style of findings: wrapped and colored for a terminal, and one line each for a file or a pipe. */
function toStyle({ isTTY, columns }: NodeJS.WriteStream): FindingStyle {
  if (!isTTY) return { columns: Number.POSITIVE_INFINITY, isColored: false }
  return { columns: Math.min(columns, WIDEST), isColored: !process.env['NO_COLOR'] }
}

function summarize(findings: NamedFinding[]): string {
  const count = (wanted: string) => findings.filter(({ verdict }) => verdict === wanted).length
  const counts = `Problems: ${count('problem')}, warnings: ${count('warning')}, skipped: ${count('skipped')}.`
  if (count('skipped') === 0) return counts
  return `${counts} Run \`media-library doctor\` while the service, or the database of DATABASE_URL, is running to check all.`
}

const VERDICT_WIDTH = 9
const colors = { ok: 'green', skipped: 'gray', warning: 'yellow', problem: 'red' } as const

/** The style of findings: the width in columns, and whether colors are visible. */
interface FindingStyle {
  columns: number
  isColored: boolean
}

/** Formats findings as a table. A detail or remedy that is too long is wrapped within its column. */
export function formatFindings(findings: NamedFinding[], { columns, isColored }: FindingStyle): string {
  const width = Math.max(...findings.map(({ check }) => check.length)) + 2
  const indent = VERDICT_WIDTH + width
  const wrap = (text: string, hanging = 0) => wrapWords(printable(text), columns - indent - hanging)
  const below = (lines: string[], hanging = 0) => lines.join(`\n${' '.repeat(indent + hanging)}`)
  const rows = findings.map(({ check, verdict, detail, remedy }) => {
    const padded = verdict.padEnd(VERDICT_WIDTH)
    const name = isColored ? styleText(colors[verdict], padded, { validateStream: false }) : padded
    const advice = remedy === null ? '' : `${' '.repeat(indent)}→ ${below(wrap(remedy, 2), 2)}\n`
    return `${name}${check.padEnd(width)}${below(wrap(detail))}\n${advice}`
  })
  return rows.join('')
}

/** Wraps a text between words into lines of at most that many characters; a longer word has a line of its own. */
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
