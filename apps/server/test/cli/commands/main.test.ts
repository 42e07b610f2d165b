import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { Client } from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { commands } from '../../../src/cli/commands/index.js'
import { makeFolder } from '../../fixtures/folder.js'
import { untilBlocked } from '../../support/database/statements.js'
import { runCli, runHere, startCli } from '../../support/processes/cli.js'
import { type CliLibrary, openCliLibrary } from '../../support/processes/cli-library.js'

/** A command and all below it, with the help page of each. */
function listHelpPages(command: Command): { name: string; page: string }[] {
  let page = ''
  command.configureOutput({ writeOut: (text) => (page += text) }).outputHelp()
  return [{ name: command.name(), page }, ...command.commands.flatMap(listHelpPages)]
}

test('has help for every command, with examples for each that does something', async () => {
  const { stdout, stderr, exitCode } = await runHere(['--help'], {})
  const pages = (await Promise.all(Object.values(commands).map(({ load }) => load()))).flatMap(listHelpPages)

  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  for (const name of Object.keys(commands)) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
  expect(pages.length).toBeGreaterThan(15)
  expect(pages.filter(({ page }) => !page.includes('Commands:') && !page.includes('Examples:'))).toEqual([])
  expect(pages.filter(({ page }) => /\(default: (false|true)\)|default[^)]*\)\s*\(default/.test(page))).toEqual([])
})

test('openapi prints the committed description of the API, without a library', async () => {
  const committed = await readFile(new URL('../../../../../packages/contract/openapi.json', import.meta.url), 'utf8')

  expect(await runHere(['openapi'], {})).toEqual({ stdout: committed, stderr: '', exitCode: 0 })
})

test('prints its version', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))

  expect(await runCli(['--version'], { env: {} })).toEqual({ stdout: `${version}\n`, stderr: '', exitCode: 0 })
})

test('names all faults of the configuration at once, with exit code 78', async () => {
  const { stderr, exitCode } = await runHere(['user', 'list'], { PORT: 'x', DATABASE_URL: 'mysql://secret' })

  expect(stderr).toMatch(/^error: /)
  expect(stderr).toContain('PORT=x')
  expect(stderr).toContain('DATABASE_URL')
  expect(stderr).not.toContain('secret')
  expect(exitCode).toBe(78)
})

test('reports a fault in one line, and shows the stack only when debugging', async () => {
  const env = { DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:1/none' }

  const plain = await runHere(['user', 'list'], env)
  const debugging = await runHere(['user', 'list'], { ...env, LOG_LEVEL: 'debug' })

  expect(plain.exitCode).toBe(1)
  expect(plain.stderr).toMatch(/^error: .*127\.0\.0\.1:1.*\n/)
  expect(plain.stderr).not.toMatch(/^ +at /m)
  expect(plain.stderr).not.toContain('secret')
  expect(debugging.stderr).toMatch(/^ +at /m)
})

describe('with a library', () => {
  let library: CliLibrary

  beforeAll(async () => {
    library = await openCliLibrary()
    return library.close
  })

  test('ends with the exit code of a signal in the middle of a query', async () => {
    // The connections of a library lose a transaction that is idle for ten seconds, and on a busy machine a start takes longer.
    const holder = new Client({ connectionString: library.url })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('BEGIN; LOCK TABLE "user"')
    const child = startCli(['user', 'list'], { DATABASE_URL: library.url })
    onTestFinished(() => void child.kill('SIGKILL'))
    const closed = once(child, 'close')
    await untilBlocked(library.database)

    child.kill('SIGTERM')

    expect(await closed).toEqual([143, null])
  })
})

test('without DATABASE_URL, a command that finds no library says where it looked, and only `user add` creates one', async () => {
  const folder = await makeFolder()
  const dataDir = join(folder, 'my data')
  const run = (...args: string[]) => runCli(args, { env: { DATA_DIR: dataDir } })

  const refused = await runHere(['user', 'list'], { DATA_DIR: dataDir })
  const files = await readdir(folder)
  const added = await run('user', 'add', 'ada@example.org')
  const users = await run('user', 'list', '--json')

  expect(refused).toMatchObject({ stdout: '', exitCode: 1 })
  expect(refused.stderr).toBe(
    `error: there is no library in ${dataDir}. Set DATA_DIR to its folder or DATABASE_URL to its database, or create one with \`media-library serve\`.\n`,
  )
  expect(files).toEqual([])
  expect(added.stderr).toBe(`Created a library in ${dataDir}.\n`)
  expect(JSON.parse(users.stdout)).toMatchObject([{ email: 'ada@example.org' }])
})
