import { Command } from 'commander'
import type { NamedFinding } from '../doctor/index.js'
import { endSoon } from '../process/stop-signal.js'
import { examples } from '../terminal/help.js'
import { printable } from '../terminal/listing.js'

const VERDICT_WIDTH = 9

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
      print(findings)
      process.stderr.write(`${summarize(findings)}\n`)
    }
    if (findings.some(({ verdict }) => verdict === 'problem')) process.exitCode = 1
    endSoon()
  })

function print(findings: NamedFinding[]) {
  const width = Math.max(...findings.map(({ check }) => check.length)) + 2
  for (const { check, verdict, detail, remedy } of findings) {
    process.stdout.write(`${verdict.padEnd(VERDICT_WIDTH)}${check.padEnd(width)}${printable(detail)}\n`)
    if (remedy !== null) process.stdout.write(`${' '.repeat(VERDICT_WIDTH + width)}→ ${printable(remedy)}\n`)
  }
}

function summarize(findings: NamedFinding[]): string {
  const count = (wanted: string) => findings.filter(({ verdict }) => verdict === wanted).length
  return `Problems: ${count('problem')}, warnings: ${count('warning')}.`
}
