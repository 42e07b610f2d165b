import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { connect, disconnect } from '../../../src/database/connect.js'
import { migrate } from '../../../src/database/migrations/migrate.js'
import { migrationsFolder, readMigrations } from '../../../src/database/migrations/migrations.js'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { makeUsedDataDir } from '../../support/database/data-dir.js'
import { createEmptyDatabase, useDatabase } from '../../support/database/database.js'
import { createAsset, createUser } from '../../support/database/factories.js'
import { testPool } from '../../support/long.js'
import { runCli, runHere } from '../../support/processes/cli.js'
import { serve } from '../../support/processes/serve-process.js'

const run = promisify(execFile)
const folder = await makeSharedFolder('media library serve ')
/** The last two migrations. */
const [last, previous] = (await readMigrations(migrationsFolder)).map(({ name }) => name).reverse()

function curlsIn(output: string) {
  return output.split('\n').filter((line) => line.startsWith('curl '))
}

async function listStatuses(curls: string[]) {
  const answers = await Promise.all(
    curls.map((curl) =>
      run('sh', ['-c', `${curl} -o ${process.platform === 'win32' ? 'NUL' : '/dev/null'} -w '%{http_code}'`]),
    ),
  )
  return answers.map(({ stdout }) => stdout)
}

describe('serve', () => {
  const demo = { DATA_DIR: join(folder, 'demo') }

  test('prints a working curl command for each operation, stops with 0, and keeps everything', {
    timeout: 240_000,
  }, async () => {
    const first = await serve(demo, ['--demo', '--no-worker'])
    const statuses = await listStatuses(curlsIn(first.output))
    const firstExit = await first.stop()
    const second = await serve(demo, ['--demo', '--no-worker'])
    const again = await listStatuses(curlsIn(first.output).map((curl) => curl.replaceAll(first.url, second.url)))
    const secondExit = await second.stop()

    expect(statuses).toEqual(['201', '200', '200', '204', '201'])
    expect(again).toEqual(statuses)
    const withoutCode = (output: string) => output.replace(/\/auth\/link#\S+/, '')
    expect(withoutCode(second.output.replaceAll(second.url, first.url))).toBe(withoutCode(first.output))
    expect([firstExit, secondExit]).toEqual([0, 0])
    expect(first.errors()).toMatch(/^Created the database\.$/m)
    expect(first.errors()).not.toContain('Applied the migration')
    expect(second.output).toContain('To add your own photos')
  })

  test('without a demo, says how to add photos until there are some, names the migrations that the database lacked, and Ctrl-C does not wait for DRAIN_SECONDS', async () => {
    const DATABASE_URL = await useDatabase(createEmptyDatabase)
    await migrate(DATABASE_URL, migrationsFolder, previous)
    const env = { DATABASE_URL, DATA_DIR: join(folder, 'lacking'), DRAIN_SECONDS: '300' }

    const { output, errors, stop } = await serve(env)
    const exitCode = await stop('SIGINT')
    const database = connect(DATABASE_URL, testPool)
    await createAsset(database, await createUser(database)).finally(() => disconnect(database))
    const later = await serve(env)
    await later.stop('SIGINT')

    expect(exitCode).toBe(0)
    expect(errors()).toContain(`Applied the migration ${last}.\n`)
    expect(errors()).not.toContain('DRAIN_SECONDS')
    expect(curlsIn(output)).toEqual([])
    expect(output).toContain('make your account')
    expect(output).toContain('To add your own photos')
    expect(later.output).toContain('Ctrl-C stops the service.')
    expect(later.output).not.toContain('To add your own photos')
  })

  test('commands use the library while it is served, and after the server was killed; no demo is in it when that is switched off', async () => {
    const env = { DATA_DIR: await makeUsedDataDir(), MEDIA_LIBRARY_DEMO: 'false' }
    const { url, child, ended, output } = await serve(env, ['--demo'])
    await runHere(['user', 'add', 'ada@example.org'], env)
    const { stdout: key } = await runHere(['key', 'create', '--user', 'ada@example.org', '--quiet'], env)
    const answer = await fetch(`${url}/api/asset/jobs`, {
      method: 'POST',
      headers: { 'x-api-key': key.trim(), 'content-type': 'application/json' },
      body: JSON.stringify({ assetIds: [], name: 'refresh-metadata' }),
    })
    child.kill('SIGKILL')
    await ended
    const { stdout: users } = await runCli(['user', 'list', '--json'], { env })

    expect(curlsIn(output)).toEqual([])
    expect(answer.status).toBe(204)
    expect(JSON.parse(users)).toMatchObject([{ email: 'ada@example.org' }])
  })

  test('a configured port that is taken is an error that names it', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const DATABASE_URL = await useDatabase()
    const env = { DATABASE_URL, DATA_DIR: join(folder, 'taken port'), PORT: String(port) }

    const { exitCode, stderr } = await runHere(['serve'], env)
    other.close()

    expect(exitCode).toBe(1)
    expect(stderr).toContain(`port ${port} is taken. Set PORT to another`)
  })
})
