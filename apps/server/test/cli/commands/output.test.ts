import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { enqueueJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { createUser } from '../../support/database/factories.js'
import { startCli, withoutWaits } from '../../support/processes/cli.js'
import { createAssetsAt, openCliLibrary } from '../../support/processes/cli-library.js'
import { serverModule } from '../../support/server-module.js'

const { url, database, close } = await openCliLibrary()
afterAll(close)
const dataDir = await mkdtemp(join(tmpdir(), 'output-'))
afterAll(() => rm(dataDir, { recursive: true }))

beforeAll(async () => {
  const ada = await createUser(database, { email: 'ada@example.org' })
  await enqueueJobs(database, 'refresh-metadata', await createAssetsAt(database, ada, ['/photos/rome.jpg']))
})

function start(args: string[]) {
  const child = startCli(args, { DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'close'), said: text(child.stderr).then(withoutWaits, () => '') }
}

/** Reads a line of a command, and then leaves, as `head -1` does. */
async function readLine({ stdout }: ReturnType<typeof startCli>) {
  const lines = createInterface({ input: stdout })
  const [line] = (await once(lines, 'line')) as [string]
  lines.close()
  stdout.destroy()
  return line
}

describe('a command whose reader leaves ends as one that SIGPIPE ends', () => {
  test.each([
    ['prints its help', ['--help'], ''],
    ['prints a document', ['openapi'], ''],
    ['lists', ['asset', 'list', '--json'], ''],
    ['serves', ['serve', '--no-worker'], 'Stopped. Everything is kept.'],
  ])('when it %s', async (_, args, words) => {
    const { child, ended, said } = start(args)

    child.stdout.destroy()

    expect(await ended).toEqual([141, null])
    expect(await said).toContain(words)
    expect(await said).not.toMatch(/error|^ +at /m)
  })

  test('when it watches the jobs', async () => {
    const { child, ended, said } = start(['jobs', 'watch', '--json'])

    expect(JSON.parse(await readLine(child))).toMatchObject({ queued: 1 })

    expect(await ended).toEqual([141, null])
    expect(await said).toBe('No worker is running. Start `media-library serve` or `media-library worker`.\n')
  })

  test('when it shows the progress on standard error', async () => {
    const { child, ended } = start(['jobs', 'watch'])

    child.stderr.destroy()

    expect(await ended).toEqual([141, null])
  })

  test('when it watches a folder', async () => {
    const folder = await makeFolder({ '1.jpg': await makeJpeg() })
    const { child, ended, said } = start(['import', folder, '--watch', '--json'])

    expect(JSON.parse(await readLine(child))).toHaveProperty('folder')
    await writeFile(join(folder, '2.jpg'), await makeJpeg())

    expect(await ended).toEqual([141, null])
    expect(await said).toBe('')
  })
})

test.skipIf(process.platform !== 'linux').each([
  ['prints its help', ['--help']],
  ['prints a document', ['openapi']],
  ['lists', ['user', 'list', '--json']],
  ['watches the jobs', ['jobs', 'watch', '--json']],
])('a command that %s onto a full disk reports it once, and exits with 1', async (_, args) => {
  const command = ['-c', '"$0" "$@" > /dev/full', process.execPath, fileURLToPath(serverModule('main')), ...args]
  const child = spawn('sh', command, { env: { ...process.env, DATABASE_URL: url } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said, ended] = await Promise.all([text(child.stderr), once(child, 'close')])

  expect(ended).toEqual([1, null])
  expect(withoutWaits(said).replace(/^No worker is running.*\n/, '')).toBe(
    'error: standard output cannot be written: no space left on device.\n',
  )
})
