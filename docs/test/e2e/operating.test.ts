import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { codeBlocks, readPage } from '../support/pages.js'
import { readerIn, runCommands, startService } from './service.js'

const hasPsql = spawnSync('psql', ['--version']).status === 0
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

const media = 'npx --yes pnpm@10 media-library'

let home = ''
let env: Record<string, string> = {}
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'docs-operating-'))
  env = readerIn(home)
  await mkdir(join(home, 'usb'))
  await runCommands(`${media} user add you@example.org`, env)
})

afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))

function listCommands(page: string): string[] {
  return codeBlocks(readPage(page), 'sh').map((block) => block.replaceAll('/mnt/usb', 'usb'))
}

const listUsers = `${media} user list --json`

describe('an operator who follows docs/operate/upgrading.md', () => {
  const [backup = '', back = '', newerPostgres = ''] = listCommands('docs/operate/upgrading.md')
  const version = () => join(home, 'data/postgres/PG_VERSION')

  test('goes back to what the backup has', async () => {
    await runCommands(`${backup}${media} user add late@example.org`, env, home)

    await runCommands(back, env, home)

    const users = JSON.parse(await runCommands(listUsers, env))
    expect(users).toMatchObject([{ email: 'you@example.org' }])
  })

  test('is told what to do about a database of another PostgreSQL, and does it', async () => {
    await writeFile(version(), '17\n')

    const refused = runCommands(listUsers, env)

    await expect(refused).rejects.toThrow(/created by PostgreSQL 17.*media-library backup.*media-library restore/s)
    await runCommands(newerPostgres.replace(/^.* backup .*\n/, ''), env, home)
    expect(JSON.parse(await runCommands(listUsers, env))).toMatchObject([{ email: 'you@example.org' }])
  })
})

describe('an operator who follows docs/operate/secrets.md', () => {
  const [keys = '', sessions = '', , password = ''] = listCommands('docs/operate/secrets.md')

  test('replaces a key, and the old one is refused', async () => {
    const [create = '', list = '', revoke = ''] = keys.split('\n')
    const { url, stop } = await startService(env)
    onTestFinished(stop)
    const readStatus = async (key: string) => (await fetch(`${url}/api/tag`, { headers: { 'x-api-key': key } })).status
    const [first = '', second = ''] = (await runCommands(`${create}\n${create}`, env)).trim().split('\n')
    const [old] = JSON.parse(await runCommands(`${list} --json`, env))

    await runCommands(`${revoke.replace(/[\da-f-]{36}/, old.id)}\n${sessions}`, env)

    await expect.poll(() => readStatus(first), { timeout: 10_000 }).toBe(401)
    expect(await readStatus(second)).toBe(200)
  })

  test.skipIf(!hasPsql)('replaces the password of the embedded PostgreSQL (skipped without psql)', async () => {
    const { stop } = await startService(env)
    onTestFinished(stop)
    const before = await readFile(join(home, 'data/postgres.password'), 'utf8')

    await runCommands(password, env, home)
    await stop()

    expect(await readFile(join(home, 'data/postgres.password'), 'utf8')).not.toBe(before)
    expect(JSON.parse(await runCommands(listUsers, env))).toMatchObject([{ email: 'you@example.org' }])
  })
})

test('docs/operate/troubleshooting.md begins with commands that work', async () => {
  const [commands = ''] = listCommands('docs/operate/troubleshooting.md')

  const printed = await runCommands(commands, env)

  expect(printed).toMatch(/^ok +embedded database /m)
})

test('a command of docs/operate/systemd.md reads quoted values of the configuration', async () => {
  const [, command = ''] = listCommands('docs/operate/systemd.md')
  const path = join(home, 'media-library.env')
  await writeFile(path, "OAUTH_BUTTON_TEXT='Fun & more'\n", { mode: 0o600 })
  const printing = command
    .replace('/etc/media-library.env', path)
    .replace('runuser -u media-library -- ', process.getuid?.() === 0 ? 'runuser -u nobody -- ' : '')
    .replace(/\S+media-library\.mjs doctor/, 'printenv OAUTH_BUTTON_TEXT')

  expect(await runCommands(printing, env)).toBe('Fun & more\n')
})

test.skipIf(!hasSystemd)('systemd accepts the unit of docs/operate/systemd.md (skipped without systemd)', async () => {
  const [unit = ''] = codeBlocks(readPage('docs/operate/systemd.md'), 'ini')
  const path = join(home, 'media-library.service')
  await writeFile(path, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))

  const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', path])

  expect(stderr).toBe('')
})
