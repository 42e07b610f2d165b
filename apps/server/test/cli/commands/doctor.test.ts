import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, onTestFinished, test } from 'vitest'
import { examine, listChecks, type NamedFinding } from '../../../src/cli/doctor/index.js'
import { readConfig } from '../../../src/config/config.js'
import { toDerivedKey } from '../../../src/storage/derived-files.js'
import { openOriginals } from '../../../src/storage/originals.js'
import { toIncomingPath } from '../../../src/uploads/incoming/incoming.js'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { createEmptyDatabase, useDatabase } from '../../support/database/database.js'
import { createAsset, createAssets, createUser } from '../../support/database/factories.js'
import { openGateway } from '../../support/database/gateway.js'
import { query } from '../../support/database/query.js'
import { databaseWaits } from '../../support/long.js'
import { runCli } from '../../support/processes/cli.js'
import { openObjectStore } from '../../support/storage/object-store.js'

const folder = await makeSharedFolder()

/** What some checks find in an environment with a data folder of its own, which may be filled before. The others cost seconds. */
async function examineWith(
  given: NodeJS.ProcessEnv,
  names: string[],
  fill: (dataDir: string) => Promise<unknown> = async () => {},
) {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  await fill(dataDir)
  const checks = listChecks({ ...databaseWaits, DATA_DIR: dataDir, PORT: '0', ...given })
  return Promise.all(names.map((name) => checks[name]?.()))
}

test('finds no fault with a sound library, and leaves nothing behind', async () => {
  const DATABASE_URL = await useDatabase()

  const DATA_DIR = await mkdtemp(join(folder, 'sound-'))

  const { stdout, exitCode } = await runCli(['doctor', '--json'], { env: { DATABASE_URL, DATA_DIR, PORT: '0' } })

  const findings: NamedFinding[] = JSON.parse(stdout)
  const found = (name: string) => findings.find(({ check }) => check === name)?.detail
  expect(findings.filter(({ verdict }) => verdict === 'problem')).toEqual([])
  expect(exitCode).toBe(0)
  expect(found('database')).toMatch(/^PostgreSQL \d/)
  expect(found('migrations')).toBe('all are applied')
  expect(found('ffmpeg')).toMatch(/^\S+, \//)
  expect(found('ffmpeg limits')).toMatch(/^ffmpeg runs with /)
  expect(await readdir(DATA_DIR)).toEqual([])
})

test('finds no fault before the first start, creates nothing, and tells what it could not check', async () => {
  const { stdout, stderr, exitCode } = await runCli(['doctor'], { env: { DATA_DIR: join(folder, 'none'), PORT: '0' } })

  expect(stdout).toMatch(/^ok +data folder .*, which the first start creates$/m)
  const skipped = [...stdout.matchAll(/^skipped +(\S.*?) {2}/gm)].map(([, check]) => check)
  expect(skipped).toEqual([
    'database',
    'migrations',
    'clock of the database',
    'folders of originals',
    'missing originals',
    'missing derived files',
    'stray files',
  ])
  expect(stderr).toMatch(
    /^Problems: 0, warnings: \d, skipped: 7\. Run `media-library doctor` while the service, .* to check all\.$/m,
  )
  expect(exitCode).toBe(0)
  expect(await readdir(folder)).not.toContain('none')
})

test('shows all faults at once, each with its remedy, and exits with 1', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const { stdout, stderr, exitCode } = await runCli(['doctor'], {
    env: {
      PORT: 'http',
      DATA_DIR: join(file, 'data'),
      DATABASE_URL: 'postgresql://me:secret@127.0.0.1:1/x',
      FFMPEG_PATH: '/nowhere/ffmpeg',
      HOST: '0.0.0.0',
    },
  })

  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/^problem +configuration +PORT=http: must be .*\n +→ Correct or unset PORT/m)
  expect(stdout).toMatch(/^problem +data folder .*cannot be created: a part of its path is a file\n +→ .*DATA_DIR/m)
  expect(stdout).toMatch(
    /^skipped +other accounts +needs the data folder\nskipped +disk space +needs the data folder$/m,
  )
  expect(stdout).toMatch(/^problem +database .*ECONNREFUSED.*\n +→ Start PostgreSQL/m)
  expect(stdout).toMatch(/^problem +ffmpeg .*FFMPEG_PATH.*\n +→ /m)
  expect(stdout).toMatch(/^warning +proxy .*\n +→ .*TRUSTED_PROXIES/m)
  expect(stdout).toMatch(/^ok +node /m)
  expect(stdout + stderr).not.toContain('secret')
  expect(stderr).toMatch(/^Problems: [4-9], warnings: \d, skipped: 8\. /m)
})

test.each([
  [
    { DATABASE_URL: 'postgresql://secret#1@localhost/x', DATABASE_POOLER_URL: 'postgresql://localhost/x' },
    'DATABASE_URL',
  ],
  [{ OAUTH_ISSUER: 'https://id.example.org' }, 'OAUTH_CLIENT_ID'],
  [{ DERIVED_STORAGE: 's3://library', AWS_ACCESS_KEY_ID: 'id' }, 'AWS_SECRET_ACCESS_KEY'],
])('with the faulty configuration %o, it examines the rest', async (env, name) => {
  const [configuration, clock] = await examineWith(env, ['configuration', 'clock'])

  expect(clock?.verdict).toBe('ok')
  expect(configuration).toMatchObject({
    verdict: 'problem',
    detail: expect.stringMatching(new RegExp(`^${name}(=…)?: (?!.*secret)`)),
    remedy: expect.stringContaining(`Correct or unset ${name}`),
  })
})

describe('the database', () => {
  test('that was never migrated is a warning, and is not changed', async () => {
    const url = await useDatabase(createEmptyDatabase)

    const [migrations, strayFiles, ...others] = await examineWith({ DATABASE_URL: url }, [
      'migrations',
      'stray files',
      'database',
      'clock of the database',
      'folders of originals',
      'missing originals',
      'missing derived files',
    ])

    expect(migrations).toMatchObject({ verdict: 'warning', remedy: expect.stringContaining('migrate') })
    expect(strayFiles).toMatchObject({ verdict: 'skipped' })
    expect(others.map((finding) => finding?.verdict)).not.toContain('problem')
    expect(await query(url, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
  })

  test('of a later version is a problem', async () => {
    const { url } = await useAdasLibrary()
    await query(
      url,
      `UPDATE _prisma_migrations SET migration_name = '29991231000000_later' WHERE migration_name LIKE '%init'`,
    )

    const [migrations] = await examineWith({ DATABASE_URL: url }, ['migrations'])

    expect(migrations).toMatchObject({ verdict: 'problem', detail: expect.stringContaining('newer') })
  })

  test('that does not answer is a problem after a few seconds', async () => {
    const gateway = await openGateway((await useAdasLibrary()).url)
    gateway.hang()
    const startedAt = performance.now()

    const findings = await examine({ DATABASE_URL: gateway.url, DATA_DIR: join(folder, 'hanging'), PORT: '0' })

    expect(findings.filter(({ verdict }) => verdict === 'problem')).toMatchObject([{ check: 'database' }])
    expect(performance.now() - startedAt).toBeLessThan(60_000)
  })

  test('names the folders of originals that cannot be read', async () => {
    const { url, database, ada } = await useAdasLibrary()
    const there = join(folder, 'there')
    await mkdir(there)
    const { libraryId: gone } = await createUser(database)
    await database.library.update({ where: { id: ada.libraryId }, data: { importPath: there } })
    await database.library.update({ where: { id: gone }, data: { importPath: '/nowhere/photos' } })

    const [places] = await examineWith({ DATABASE_URL: url }, ['folders of originals'])

    expect(places).toMatchObject({
      verdict: 'problem',
      detail: '1 of 2 cannot be read: /nowhere/photos (ENOENT)',
    })
  })
})

describe('the files of assets', () => {
  const whole = { original: 'content', thumbnail: 'content' }

  test.each([
    ['that are there are no problem', true, whole, 'ok', 'ok', null],
    [
      'that were imported, and are not there, are a warning',
      true,
      { thumbnail: 'content' },
      'warning',
      'ok',
      'import <folder>',
    ],
    [
      'that were uploaded, and are not there, are a problem',
      false,
      { thumbnail: 'content' },
      'problem',
      'ok',
      'restore --files',
    ],
    [
      'that a job drew, and are not there, are a problem',
      true,
      { original: 'content' },
      'ok',
      'problem',
      'jobs retry --missing',
    ],
    [
      'that a job drew, and are empty, are a problem',
      true,
      { ...whole, thumbnail: '' },
      'ok',
      'problem',
      'jobs retry --missing',
    ],
  ] as const)('%s', async (_, isExternal, files, originals, derived, remedy) => {
    const { url: DATABASE_URL, database, ada } = await useAdasLibrary()
    const place = await mkdtemp(join(folder, 'photos-'))
    const add = (name: string) =>
      createAsset(database, ada, { originalPath: join(place, name), isExternal, resized: true })
    const assets = [await add('a.jpg'), await add('b.jpg')]

    const findings = await examineWith(
      { DATABASE_URL },
      ['missing originals', 'missing derived files'],
      async (dataDir) => {
        for (const [index, asset] of assets.entries()) {
          const { original, thumbnail }: { original?: string; thumbnail?: string } = index === 0 ? whole : files
          if (original !== undefined) await writeFile(asset.originalPath, original)
          const key = join(dataDir, toDerivedKey('thumbs', asset))
          await mkdir(dirname(key), { recursive: true })
          for (const ending of ['jpeg', 'webp'])
            if (thumbnail !== undefined) await writeFile(`${key}.${ending}`, thumbnail)
        }
      },
    )

    expect(findings.map((finding) => finding?.verdict)).toEqual([originals, derived])
    const fault = findings.find((finding) => finding?.verdict !== 'ok')
    if (remedy === null) return expect(findings[1]?.detail).toBe('none of 4 that were looked up')
    expect(fault?.detail).toMatch(/^(1 of 2|2 of 4) that were looked up \(50 %\): \//)
    expect(fault?.remedy).toContain(`media-library ${remedy}`)
  })

  test('are sampled, and their share is estimated, in a large library', async () => {
    const { url: DATABASE_URL, database, ada } = await useAdasLibrary()
    await createAssets(database, ada, 4_000)
    await query(DATABASE_URL, 'UPDATE asset SET resized = true')

    const [derived] = await examineWith({ DATABASE_URL }, ['missing derived files'])

    const [, missing = 0, count = 0] = /^(\d+) of (\d+) that were looked up \(100 %\)/.exec(derived?.detail ?? '') ?? []
    expect(Number(missing)).toBe(Number(count))
    expect(Number(count)).toBeGreaterThan(0)
    expect(Number(count)).toBeLessThanOrEqual(2_000)
  })
})

test('names the uploads and derived files that belong to no asset or user', async () => {
  const { url: DATABASE_URL, database, ada } = await useAdasLibrary()
  const asset = await createAsset(database, ada)
  const toProfile = (msecs = Date.now()) => `profile/${ada.id}/${uuidv7({ msecs })}.jpeg`
  const [profileImagePath, newest, strayProfile] = [toProfile(0), toProfile(), toProfile(Date.now() - 3_600_000)]
  await database.user.update({ where: { id: ada.id }, data: { profileImagePath } })
  const strayPicture = `${toDerivedKey('thumbs', { id: randomUUID(), ownerId: ada.id })}.webp`
  const strayUpload = join(toIncomingPath('upload', { ownerId: ada.id, uploadId: randomUUID() }), 'photo.jpg')
  const partial = join('upload', '.resumable', ada.id, randomUUID())
  const files = [`${toDerivedKey('thumbs', asset)}.webp`, strayPicture, strayUpload, partial].concat(
    profileImagePath,
    newest,
    strayProfile,
  )

  const [found] = await examineWith({ DATABASE_URL }, ['stray files'], async (dataDir) => {
    for (const file of files.map((key) => join(dataDir, key))) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, 'content')
    }
    // As of an operator who moved the uploads of a user to another disk.
    await symlink('/mnt/other', join(dataDir, 'upload', randomUUID()))
  })

  const { verdict, detail = '' } = found ?? {}
  expect(verdict).toBe('warning')
  expect(detail).toMatch(/^3 of 6 files belong to no asset or user: /)
  for (const stray of [strayPicture, strayUpload, strayProfile]) expect(detail).toContain(stray)
})

test.each(['s3://library', 's3://library/originals'])(
  'names the uploads, and the parts of such, in %s that belong to no asset or user',
  async (root) => {
    const store = await openObjectStore()
    const config = readConfig({ ...store.environment, ORIGINALS_STORAGE: root, DATA_DIR: await makeSharedFolder() })
    const originals = await openOriginals(config)
    const stray = `${toIncomingPath(root, { ownerId: randomUUID(), uploadId: randomUUID() })}/photo.jpg`
    const part = `${root}/.resumable/${randomUUID()}/${randomUUID()}/0`
    for (const path of [stray, part]) await originals.write(path, Buffer.from('content'))
    await originals.close()

    const { url: DATABASE_URL } = await useAdasLibrary()
    const given = { DATABASE_URL, ...store.environment, ORIGINALS_STORAGE: root }
    const [found] = await examineWith(given, ['stray files'])

    expect(found?.detail).toBe(`2 of 2 files belong to no asset or user: ${part}, ${stray}`)
  },
)

test('a port of another program is a problem, and a port of media-library is none', async () => {
  let body = 'hello'
  const other = createServer((_, response) => response.end(body))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const PORT = String((other.address() as AddressInfo).port)

  const [taken] = await examineWith({ PORT }, ['port'])
  body = '{"status":"live"}'
  const [ours] = await examineWith({ PORT }, ['port'])

  expect(taken).toMatchObject({ verdict: 'problem', detail: expect.stringContaining('is taken') })
  expect(ours).toMatchObject({ verdict: 'ok', detail: expect.stringContaining('a media library is running') })
})

test('derived files: writes, reads and deletes one in the bucket, or reports why it cannot', async () => {
  const { environment, list, stop } = await openObjectStore()
  const look = async (given: NodeJS.ProcessEnv) =>
    (await examineWith({ ...environment, ...given }, ['derived files']))[0]

  const found = await look({})
  const left = await list()
  const bucketless = await look({ DERIVED_STORAGE: 's3://elsewhere' })
  const unknown = await look({ AWS_ACCESS_KEY_ID: 'stranger' })
  await stop()
  const down = await look({})

  expect(found?.detail).toBe('s3://library/derived/files can be written and read')
  expect(left).toEqual([])
  for (const [finding, reason] of [
    [bucketless, 's3://elsewhere cannot be written: there is no such bucket'],
    [unknown, 'the store does not know the credentials'],
    [down, 'it refuses connections'],
  ] as const)
    expect(finding).toMatchObject({ verdict: 'problem', detail: expect.stringContaining(reason) })
})
