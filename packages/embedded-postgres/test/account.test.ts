import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, chown, cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { chooseAccount } from '../src/account.js'
import { findBinaries, packagedBinaries, toProgramPath } from '../src/binaries.js'
import { findPid } from '../src/postmaster.js'
import { runAs } from '../src/run-as.js'
import { findUid, makeDataDir, makeUsedDataDir, open, startUser } from './embedded-users.js'
import { query } from './query.js'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
function nameCache(): string {
  const cache = join(tmpdir(), `test-notes-cache-${randomUUID()}`)
  onTestFinished(() => rm(cache, { recursive: true, force: true }))
  return cache
}

const NOBODY = { uid: 65_534, gid: 65_534 }

/** Whether the account can be used: one that cannot enter the checkout cannot start anything in it. */
const canSwitch =
  isRoot &&
  (await run('cat', [import.meta.filename], NOBODY).then(
    () => true,
    () => false,
  ))

test.runIf(isRoot)('root runs it as another account, in a folder that this account cannot enter', async () => {
  const dataDir = await makeDataDir()
  await chmod(dataDir, 0o700)

  const { url } = await open(dataDir)

  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await findUid(dataDir)).not.toBe(0)
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(await findUid(dataDir))
})

test.runIf(canSwitch)('an unprivileged account runs it as itself, and root shares it', async () => {
  const dataDir = await makeDataDir()
  await chown(dataDir, NOBODY.uid, NOBODY.gid)
  const user = await startUser(dataDir, NOBODY)

  const { url } = await open(dataDir)

  expect(url).toBe(user.url)
  expect(await findUid(dataDir)).toBe(NOBODY.uid)
  await user.close()
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.runIf(canSwitch)(
  "root's first start in a folder of another account leaves a database that this account can open",
  async () => {
    const dataDir = await makeDataDir()
    await chown(dataDir, NOBODY.uid, NOBODY.gid)
    await (await open(dataDir)).close()

    const user = await startUser(dataDir, NOBODY)

    expect(await query(user.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await user.close()
  },
)

test.runIf(isRoot)('root writes through no link in a data folder of another account', async () => {
  const dataDir = await makeUsedDataDir()
  const links = ['postgres.log', 'postgres.log.old', 'postgres/postmaster.pid.new'].map((name) => join(dataDir, name))
  const secrets = links.map((_, index) => join(dataDir, `secret-${index}`))
  for (const secret of secrets) await writeFile(secret, 'secret', { mode: 0o600 })
  await run('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, dataDir])
  await run('chown', ['0:0', ...secrets])
  await writeFile(links[0] as string, Buffer.alloc(11_000_000))
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), '1\n')
  await symlink(secrets[1] as string, links[1] as string)
  await symlink(secrets[2] as string, links[2] as string)

  await (await open(dataDir)).close()
  await rm(links[0] as string)
  await symlink(secrets[0] as string, links[0] as string)

  await expect(open(dataDir)).rejects.toThrow(`${links[0]} is a link, or not a file. Remove it.`)
  for (const secret of secrets) {
    expect(await readFile(secret, 'utf8')).toBe('secret')
    expect((await stat(secret)).uid).toBe(0)
  }
})

test.runIf(isRoot)('a data folder that root restored from a backup is given back to its account', async () => {
  const dataDir = await makeUsedDataDir()
  await run('chown', ['-R', '0:0', dataDir])

  const { url } = await open(dataDir)

  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.runIf(canSwitch)('an account that cannot read the data folder is told which account to use', async () => {
  const dataDir = await makeDataDir()
  await chmod(dataDir, 0o777)
  await (await open(dataDir)).close()

  await expect(startUser(dataDir, NOBODY)).rejects.toThrow(/cannot read /)

  expect(await findPid(dataDir)).toBeNull()
})

test.runIf(isRoot)(
  'binaries in a folder that the account cannot enter run from a copy that only root can write',
  async () => {
    const account = await chooseAccount([])
    const checkout = await makeDataDir()
    const cache = nameCache()
    const packaged = await packagedBinaries()
    const hidden = { ...packaged, folder: join(checkout, 'native') }
    await cp(packaged.folder, hidden.folder, { recursive: true, verbatimSymlinks: true })
    await chmod(checkout, 0o700)

    const found = await findBinaries(account, hidden, [cache])
    const again = await findBinaries(account, hidden, [cache])

    expect(found.folder).toBe(join(cache, `postgresql-${packaged.version}`))
    expect(again.folder).toBe(found.folder)
    expect(await runAs(account, toProgramPath(found, 'postgres'), ['--version'])).toContain('18.')
    expect((await stat(found.folder)).uid).toBe(0)
  },
)

test.runIf(isRoot)('a cache that others can write to is not trusted', async () => {
  const account = await chooseAccount([])
  const checkout = await makeDataDir()
  await chmod(checkout, 0o700)
  const packaged = await packagedBinaries()
  const hidden = { ...packaged, folder: join(checkout, 'native') }
  await cp(packaged.folder, hidden.folder, { recursive: true, verbatimSymlinks: true })
  const cache = nameCache()
  await mkdir(cache)
  await chmod(cache, 0o777)

  const found = findBinaries(account, hidden, [cache])

  await expect(found).rejects.toThrow(/accounts other than root may write to it/)
})
