import { Command } from 'commander'
import { endSoon } from '../../process/stop-signal.js'
import type { NamedFinding } from '../doctor/index.js'
import { type FindingStyle, formatFindings } from '../terminal/findings.js'
import { examples } from '../terminal/help.js'

/** Longer lines are hard to read. */
const WIDEST = 100

export const doctor = new Command('doctor')
  .option('--json', 'print JSON')
  .addHelpText('after', examples('doctor', 'doctor --json | jq \'.[] | select(.verdict != "ok")\''))
  .action(async ({ json }: { json?: boolean }) => {
    // Loaded here, so that the other commands start faster.
    const { examine } = await import('../doctor/index.js')
    const findings = await examine(process.env)
    if (json) {
      process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
    } else {
      process.stdout.write(formatFindings(findings, styleOf(process.stdout)))
      process.stderr.write(`${summarize(findings)}\n`)
    }
    if (findings.some(({ verdict }) => verdict === 'problem')) process.exitCode = 1
    endSoon()
  })

/** Wraps and colors the findings for a terminal. A file or a pipe gets one line for each. */
function styleOf({ isTTY, columns }: NodeJS.WriteStream): FindingStyle {
  if (!isTTY) return { columns: Number.POSITIVE_INFINITY, isColored: false }
  return { columns: Math.min(columns, WIDEST), isColored: !process.env['NO_COLOR'] }
}

function summarize(findings: NamedFinding[]): string {
  const count = (wanted: string) => findings.filter(({ verdict }) => verdict === wanted).length
  return `Problems: ${count('problem')}, warnings: ${count('warning')}.`
}
