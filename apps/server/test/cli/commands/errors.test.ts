import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { createUser } from '../../support/database/factories.js'
import { runCli, runHere } from '../../support/processes/cli.js'
import { createAssetsAt, shareCliLibrary } from '../../support/processes/cli-library.js'

const ID = '0197a5c0-7c1e-7000-8000-0123456789ab'
const OTHER = '0197a5c0-7c1e-7000-8000-0123456789ac'

describe('a wrong command line ends with 2, before anything is opened, and refers to the help', () => {
  test.each([
    [['albums'], "unknown command 'albums'", ''],
    [['jobs', 'foo'], "unknown command 'foo'", 'jobs'],
    [['help', 'albums'], "unknown command 'albums'", ''],
    [['help', 'tag', 'ad'], "unknown command 'ad'", 'tag'],
    [['tag', 'help', 'ad'], "unknown command 'ad'", 'tag'],
    [['user', 'list', '--jsn'], "unknown option '--jsn'", 'user list'],
    [['key', 'revoke'], "missing required argument 'id'", 'key revoke'],
    [['album', 'list', 'x'], 'too many arguments for', 'album list'],
    [['user', 'add', 'ada'], "error: 'ada' is not an e-mail address.\n", 'user add'],
    [['user', 'update', 'ada@example.org'], 'name what to change', 'user update'],
    [['user', 'set-quota', 'ada@example.org', 'much'], "error: 'much' is not a number of bytes", 'user set-quota'],
    [['key', 'create', '--expires', 'soon'], "error: 'soon' is not a number of hours", 'key create'],
    [['key', 'create', '--scope', 'none'], 'Allowed choices are', 'key create'],
    [['key', 'create', '--quiet', '--json'], 'cannot be used with option', 'key create'],
    [['session', 'end'], 'name the sessions', 'session end'],
    [['session', 'end', ID, '--user', 'ada@example.org'], 'name the sessions', 'session end'],
    [['session', 'end', 'x'], "error: 'x' is not an id", 'session end'],
    [['session', 'link'], "required option '--user <email>' not specified", 'session link'],
    [['jobs', 'retry'], 'name the jobs', 'jobs retry'],
    [['jobs', 'retry', ID, '--failed'], 'name the jobs', 'jobs retry'],
    [['jobs', 'failed', '--limit', '0'], "error: '0' is not a whole number", 'jobs failed'],
    [['tag', 'assign', 'Holiday'], 'name the assets', 'tag assign'],
    [['tag', 'assign', 'Holiday', ID, '--all'], 'name the assets', 'tag assign'],
    [['tag', 'assign', 'Holiday', '--folder', '/photos', '--all'], 'cannot be used with', 'tag assign'],
    [['tag', 'assign', 'Holiday', 'x'], "error: 'x' is not an id.\n", 'tag assign'],
    [['tag', 'add', 'Holiday', '--type', 'x'], 'Allowed choices are', 'tag add'],
    [['asset', 'trash'], "missing required argument 'id'", 'asset trash'],
    [['import'], "missing required argument 'folder'", 'import'],
    [['backup'], "missing required argument 'path'", 'backup'],
    [['restore'], 'name a backup, or with --files a folder', 'restore'],
  ])('%j', async (args, fault, command) => {
    const { stdout, stderr, exitCode } = await runHere(args, {})

    expect(exitCode).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^error: [a-z']/)
    expect(stderr).toContain(fault)
    expect(stderr).toContain(`See \`media-library ${command}${command && ' '}--help\`.`)
  })

  test.each([
    [['help'], 'Usage: media-library [options]'],
    [['help', 'tag', 'assign'], 'Usage: media-library tag assign'],
    [['jobs', 'help', 'retry'], 'Usage: media-library jobs retry'],
  ])('%j prints the help that was asked for', async (args, usage) => {
    const { stdout, ...rest } = await runCli(args, { env: {} })

    expect(stdout).toContain(usage)
    expect(rest).toEqual({ stderr: '', exitCode: 0 })
  })

  test.each([
    [[], 'Usage: media-library'],
    [['tag'], 'Usage: media-library tag'],
  ])('%j', async (args, usage) => {
    const { stdout, stderr, exitCode } = await runHere(args, {})

    expect([stdout, exitCode]).toEqual(['', 2])
    expect(stderr).toContain(usage)
  })
})

describe('what cannot be done ends with 1, and one sentence of the fault with its remedy', async () => {
  const library = await shareCliLibrary()
  const ben = 'ben@example.org'
  const unknownUser = `there is no user ${ben}. \`media-library user list\` lists the users, and \`media-library user add ${ben}\` adds this one.`

  test.each([
    [
      ['user', 'add', 'ada@example.org'],
      'there is already a user ada@example.org. `media-library user list` lists the users.',
    ],
    [['user', 'update', ben, '--admin'], unknownUser],
    [['user', 'disable', ben], unknownUser],
    [['user', 'set-quota', ben, '1GiB'], unknownUser],
    [['session', 'link', '--user', ben], unknownUser],
    [['session', 'end', ID], `there is no session ${ID}. \`media-library session list\` lists the sessions.`],
    [['key', 'revoke', ID], `there is no key ${ID}. \`media-library key list\` lists the keys.`],
    [['album', 'delete', ID], `there is no album ${ID}. \`media-library album list\` lists the albums.`],
    [['asset', 'trash', ID], `there is no asset ${ID}. \`media-library asset list\` lists the assets.`],
    [
      ['asset', 'delete', ID, OTHER],
      `there are no assets ${ID}, ${OTHER}. \`media-library asset list\` lists the assets.`,
    ],
    [['jobs', 'retry', ID], 'no jobs of these assets failed. `media-library jobs failed` lists the failed jobs.'],
    [
      ['tag', 'assign', 'Holiday', '--all'],
      'ada@example.org has no tag "Holiday". `media-library tag list --user ada@example.org` lists the tags, and `media-library tag add` adds one.',
    ],
    [['import', '/nowhere'], 'there is no folder /nowhere. Check its path and your permission to read it.'],
    [['backup', '/nowhere/x.zip'], 'the folder /nowhere does not exist. Create it, and try again.'],
    [
      ['restore', '/nowhere/x.zip'],
      'cannot read /nowhere/x.zip: no such file or directory. `media-library backup` creates backups.',
    ],
    [
      ['restore', '--files', '/nowhere'],
      'cannot read /nowhere: no such file or directory. Name a copy of the former DATA_DIR or UPLOAD_DIR. Nothing was changed.',
    ],
  ])('%j', async (args, message) => {
    await createUser(library.database, { email: 'ada@example.org' })

    expect(await library.run(args)).toEqual({ stdout: '', stderr: `error: ${message}\n`, exitCode: 1 })
  })

  test('also when only a part could be done', async () => {
    await createUser(library.database, { email: 'ada@example.org' })
    const folder = await makeFolder({ 'empty.jpg': '' })

    const { stderr, exitCode } = await library.run(['import', folder])

    expect(stderr).toContain(`failed: ${join(folder, 'empty.jpg')}: `)
    expect(exitCode).toBe(1)
  })

  test('also when an answer is not yes', async () => {
    const ada = await createUser(library.database, { email: 'ada@example.org' })
    const ids = await createAssetsAt(library.database, ada, ['/photos/1.jpg'])

    const { stderr, exitCode } = await library.runAlone(['asset', 'delete', ...ids], 'no\n')

    expect(stderr).toContain('error: nothing was deleted: the answer is not yes. `--yes` deletes without asking.\n')
    expect(exitCode).toBe(1)
  })
})
