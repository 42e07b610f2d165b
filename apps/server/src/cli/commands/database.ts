import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { Command } from 'commander'
import { type Config, readConfig } from '../../config/config.js'
import { findEmbedded } from '../../database/embedded.js'
import { UserError } from '../../errors.js'
import { examples } from '../terminal/messages.js'
import { requireLibrary, withDatabase } from './context/with-archive.js'

const psql = new Command('psql')
  .description(`open the database with psql, which has to be installed.
The embedded database is started for it if it is not running. Nothing is migrated.`)
  .argument('[arguments...]', 'arguments of psql, after --')
  .addHelpText(
    'after',
    examples(
      'database psql',
      "database psql -- --command 'SELECT count(*) FROM asset'",
      'database psql -- --file report.sql',
    ),
  )
  .action(async (args: string[]) => {
    const config = readConfig(process.env)
    await requireLibrary(config)
    process.exitCode = await withDatabase(config, (url) => runPsql(url, args))
  })

const url = new Command('url')
  .description(`print the address of the database, with its password, for other programs.
The embedded database has one while the service or another command runs.`)
  .addHelpText('after', examples('database url'))
  .action(async () => {
    const config = readConfig(process.env)
    await requireLibrary(config)
    process.stdout.write(`${await requireUrl(config)}\n`)
  })

export const database = new Command('database').addCommand(psql).addCommand(url)

async function requireUrl({ databaseUrl, dataDir }: Config): Promise<string> {
  const found = databaseUrl ?? (await findEmbedded(dataDir))
  if (found !== null) return found
  throw new UserError(
    `the database in ${dataDir} is not running, so it has no address. Start \`media-library serve\`, or run \`media-library database psql\`, which starts it.`,
  )
}

const NOT_INSTALLED =
  'psql is not installed. Install the client of PostgreSQL (Debian: apt install postgresql-client; macOS: brew install libpq), or open ' +
  'the address that `media-library database url` prints with another program.'

/** Runs psql on this terminal. Returns its exit code. */
function runPsql(address: string, args: string[]): Promise<number> {
  // Other accounts of the machine can see the arguments of a program, but not its environment.
  const withoutPassword = new URL(address)
  const password = decodeURIComponent(withoutPassword.password) || (withoutPassword.searchParams.get('password') ?? '')
  withoutPassword.password = ''
  withoutPassword.searchParams.delete('password')
  const child = spawn('psql', [`--dbname=${withoutPassword}`, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
  })
  // Ctrl-C cancels the query of psql, which keeps running.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new UserError(NOT_INSTALLED) : error),
    )
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}
