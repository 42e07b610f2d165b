import { Command, CommanderError } from 'commander'
import { album } from './commands/album.js'
import { asset } from './commands/asset.js'
import { backup } from './commands/backup.js'
import { doctor } from './commands/doctor.js'
import { examples } from './commands/help.js'
import { importCommand } from './commands/import.js'
import { jobs } from './commands/jobs.js'
import { key } from './commands/key.js'
import { migrate } from './commands/migrate.js'
import { openapi } from './commands/openapi.js'
import { restore } from './commands/restore.js'
import { serve } from './commands/serve.js'
import { session } from './commands/session.js'
import { tag } from './commands/tag.js'
import { user } from './commands/user.js'
import { version } from './commands/version.js'
import { Interrupted } from './commands/with-context.js'
import { worker } from './commands/worker.js'
import { ConfigError } from './config.js'
import { UserError } from './errors.js'

/** 78 is EX_CONFIG of sysexits.h. */
const exitCodes = { failure: 1, usage: 2, configuration: 78 }

const program = new Command('media-library')
  .description('A self-hosted media library: albums, tags and jobs over photos, videos and audio, as JSON over HTTP.')
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

const library = [user, key, session, importCommand, asset, tag, album, jobs]
const commands = [serve, worker, ...library, backup, restore, migrate, doctor, openapi]
for (const command of commands) program.addCommand(command)

/** Lets each command throw its usage faults, with a hint at its own help page. */
const prepare = (command: Command, name: string): void => {
  command.exitOverride().showHelpAfterError(`See \`${name} --help\`.`)
  for (const subcommand of command.commands) prepare(subcommand, `${name} ${subcommand.name()}`)
}

const isDebugging = () => {
  const { DEBUG, LOG_LEVEL = '' } = process.env
  return Boolean(DEBUG) || ['debug', 'trace'].includes(LOG_LEVEL)
}

/** Prisma says where a query stands in the source first, and what went wrong last. */
const toLine = (error: unknown): string => {
  const lines = (error instanceof Error ? error.message || error.name : String(error)).trim().split('\n')
  return (error instanceof Error && error.name.startsWith('Prisma') ? lines.at(-1) : lines[0]) ?? ''
}

/** Tells the person what went wrong, and returns the exit code. */
const report = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  if (error instanceof Interrupted) return error.exitCode
  if (error instanceof ConfigError || error instanceof UserError) {
    process.stderr.write(`error: ${error.message}\n`)
    return error instanceof ConfigError ? exitCodes.configuration : exitCodes.failure
  }
  process.stderr.write(`error: ${toLine(error)}\n`)
  if (isDebugging() && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  else process.stderr.write('Set LOG_LEVEL=debug to see more.\n')
  return exitCodes.failure
}

// A reader such as `head` that has seen enough is no fault, nor is a terminal that was closed.
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
  // What was interrupted may still hold the process open.
  if (error instanceof Interrupted) process.exit()
}
