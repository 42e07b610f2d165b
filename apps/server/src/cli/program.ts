import { Command, CommanderError } from 'commander'
import { ConfigError, StorageError, UserError } from '../errors.js'
import { Interrupted } from '../process/interrupted.js'
import { version } from '../process/version.js'
import { commands } from './commands/index.js'
import { examples, say } from './terminal/messages.js'

/** The exit codes. 78 is EX_CONFIG of sysexits.h. */
const exitCodes = { failure: 1, usage: 2, configuration: 78 }

/**
 * Creates the program for these arguments. Only the module of the wanted command is loaded. It throws all errors, including those of usage.
 */
export async function createProgram(args: string[]): Promise<Command> {
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
  const wanted = findWanted(program, args)
  for (const [name, { description, load }] of Object.entries(commands)) {
    const command = name === wanted ? await load() : new Command(name)
    program.addCommand(command.description(description))
  }
  prepare(program, program.name())
  return program
}

/** Returns the operand that names a command, which may follow `help`. */
function findWanted(program: Command, args: string[]): string | undefined {
  const [first, second] = program.parseOptions(args).operands
  return first === 'help' ? second : first
}

/**
 * Lets each command throw usage errors, which point to its own help page, and adds the command `help` to each group.
 */
function prepare(command: Command, name: string): void {
  command
    .exitOverride()
    .showHelpAfterError(`See \`${name} --help\`.`)
    .configureOutput({ outputError: (text, write) => write(text.replace(OF_INVALID, 'error: ')) })
  const hasHelp = command.commands.some((subcommand) => subcommand.name() === 'help')
  if (command.commands.length > 0 && !hasHelp) command.addCommand(helpFor(command))
  for (const subcommand of command.commands) prepare(subcommand, `${name} ${subcommand.name()}`)
}

/**
 * The text that Commander prints before the messages of `terminal/arguments.ts`, which contain the value themselves.
 */
const OF_INVALID = /^error: (command-argument value|option) '.* is invalid( for argument '.*')?\. (?='.*' is not )/s

/** Creates the command `help` of a group. That of Commander ignores an unknown command. */
function helpFor(group: Command): Command {
  return new Command('help')
    .description('display help for command')
    .argument('[command...]')
    .helpOption(false)
    .action((names: string[]) => {
      let command = group
      for (const name of names) {
        const found = command.commands.find((subcommand) => subcommand.name() === name)
        command = found ?? command.error(`error: unknown command '${name}'`)
      }
      command.outputHelp()
    })
}

/** Returns the exit code of a program that an error ended. */
export function toExitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  if (error instanceof Interrupted) return error.exitCode
  return error instanceof ConfigError ? exitCodes.configuration : exitCodes.failure
}

/** Prints an error on standard error, unless Commander has printed it, or a signal is the reason. */
export function printError(error: unknown): void {
  if (error instanceof CommanderError || error instanceof Interrupted) return
  if (error instanceof ConfigError || error instanceof UserError || error instanceof StorageError) {
    say(`error: ${error.message}`)
    if (isDebugging() && error.cause instanceof Error) say(`${error.cause.stack}`)
    return
  }
  say(`error: ${toLine(error)}`)
  if (isDebugging() && error instanceof Error) say(`${error.stack}`)
  else say('Set LOG_LEVEL=debug to see more.')
}

function isDebugging() {
  const { DEBUG, LOG_LEVEL = '' } = process.env
  return Boolean(DEBUG) || ['debug', 'trace'].includes(LOG_LEVEL)
}

/**
 * Returns the reason of an error. That of a Prisma error is in its last line; the other lines contain the place in the source.
 */
function toLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message || error.name : String(error)).trim().split('\n')
  return (error instanceof Error && error.name.startsWith('Prisma') ? lines.at(-1) : lines[0]) ?? ''
}
