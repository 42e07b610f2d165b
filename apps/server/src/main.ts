import { createProgram, printError, toExitCode } from './cli/program.js'
import { toReason, UserError } from './errors.js'
import { Interrupted } from './process/interrupted.js'
import { watchOutput } from './process/output.js'

let hasOutput = true
watchOutput((error) => {
  hasOutput = false
  report(new UserError(`standard output cannot be written: ${toReason(error)}.`))
})
const args = process.argv.slice(2)
const program = await createProgram(args)
try {
  await program.parseAsync(args, { from: 'user' })
} catch (error) {
  // The consequences of a lost output are not reported.
  if (hasOutput) report(error)
  // A broken connection may still be open.
  setTimeout(() => process.exit(), 1_000).unref()
  // The interrupted work may still keep the process open.
  if (error instanceof Interrupted) process.exit()
}

function report(error: unknown): void {
  printError(error)
  process.exitCode = toExitCode(error)
}
