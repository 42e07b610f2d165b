import { Command, CommanderError } from 'commander'
import { commands } from './cli/commands/index.js'
import { examples } from './cli/terminal/messages.js'
import { ConfigError, UserError } from './errors.js'
import { Interrupted } from './process/interrupted.js'
import { version } from './process/version.js'

/** 78 is EX_CONFIG of sysexits.h. */
const exitCodes = { failure: 1, usage: 2, configuration: 78 }

const program = new Command('media-library')
  .description(
    'A self-hosted media library: albums, tags and jobs for photos, videos and sound files, as JSON over HTTP.',
  )
  .version(version)
  .addHelpText(
    'after',
    examples(
      'serve',
      'user add ada@example.org',
      'import ~/Pictures --user ada@example.org',
      'tag add Holiday --user ada@example.org',
      'tag assign Holiday --user ada@example.org --all',
      'key create --user ada@example.org',
    ),
  )

/** Returns the operand that names a command, also after `help`. */
function findWanted(): string | undefined {
  const [first, second] = program.parseOptions(process.argv.slice(2)).operands
  return first === 'help' ? second : first
}

const wanted = findWanted()
for (const [name, { description, load }] of Object.entries(commands)) {
  const command = name === wanted ? await load() : new Command(name)
  program.addCommand(command.description(description))
}

/** Makes each command throw usage errors, which point to its own help page. */
function prepare(command: Command, name: string): void {
  command.exitOverride().showHelpAfterError(`See \`${name} --help\`.`)
  for (const subcommand of command.commands) prepare(subcommand, `${name} ${subcommand.name()}`)
}

function isDebugging() {
  const { DEBUG, LOG_LEVEL = '' } = process.env
  return Boolean(DEBUG) || ['debug', 'trace'].includes(LOG_LEVEL)
}

/** The last line of a Prisma error holds the reason; the lines before it name the place in the source. */
function toLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message || error.name : String(error)).trim().split('\n')
  return (error instanceof Error && error.name.startsWith('Prisma') ? lines.at(-1) : lines[0]) ?? ''
}

/** Prints the error and returns the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  if (error instanceof Interrupted) return error.exitCode
  if (error instanceof ConfigError || error instanceof UserError) {
    process.stderr.write(`error: ${error.message}\n`)
    if (isDebugging() && error.cause instanceof Error) process.stderr.write(`${error.cause.stack}\n`)
    return error instanceof ConfigError ? exitCodes.configuration : exitCodes.failure
  }
  process.stderr.write(`error: ${toLine(error)}\n`)
  if (isDebugging() && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  else process.stderr.write('Set LOG_LEVEL=debug to see more.\n')
  return exitCodes.failure
}

// It is not an error when a reader such as `head` stops reading, or when the terminal is closed.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
  })
}

prepare(program, program.name())
try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
  // A broken connection may still be open.
  setTimeout(() => process.exit(), 1_000).unref()
  // The interrupted work may still keep the process open.
  if (error instanceof Interrupted) process.exit()
}
