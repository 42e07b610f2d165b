import { createProgram, exitCodeOf, printError } from './cli/program.js'
import { Interrupted } from './process/interrupted.js'

// It is not an error when a reader such as `head` stops reading, or when the terminal is closed.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
  })
}

const args = process.argv.slice(2)
const program = await createProgram(args)
try {
  await program.parseAsync(args, { from: 'user' })
} catch (error) {
  printError(error)
  process.exitCode = exitCodeOf(error)
  // A broken connection may still be open.
  setTimeout(() => process.exit(), 1_000).unref()
  // The interrupted work may still keep the process open.
  if (error instanceof Interrupted) process.exit()
}
