import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPid } from '../postgres/embedded-users.js'
import { type ProcessGroup, startGroup } from '../support/processes/group.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

let folder: string
const env = { ...process.env, PORT: '0', LOG_LEVEL: 'warn' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed server '))
  for (const path of ['packages/contract', 'packages/demo', 'apps/web', 'apps/server']) {
    await run('npx', ['--yes', 'pnpm@10', 'pack', '--pack-destination', folder], { cwd: join(root, path) })
  }
  const tarballs = (await readdir(folder)).map((file) => `./${file}`)
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], { cwd: folder })
})

afterAll(async () => {
  const pid = await findPid(join(folder, 'data'))
  if (pid) process.kill(pid, 'SIGQUIT')
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Starts the service as a terminal does, and waits until it says where it is. */
async function serve(): Promise<ProcessGroup> {
  const group = startGroup(['npx', 'media-library', 'serve'], { cwd: folder, env })
  await expect.poll(group.output, { timeout: 60_000 }).toContain('Ctrl-C')
  return group
}

function curlLinesOf(output: string) {
  return output.split('\n').filter((line) => line.trim().startsWith('curl'))
}

async function listJobs() {
  const { stdout } = await run('npx', ['media-library', 'jobs', '--json'], { cwd: folder, env })
  const jobs: { name: string; succeeded: number; failed: number }[] = JSON.parse(stdout)
  return Object.fromEntries(jobs.map(({ name, ...counts }) => [name, counts]))
}

test('the packed server serves its demo without a clone, runs its jobs, and stops with its database', async () => {
  const service = await serve()
  const database = await findPid(join(folder, 'data'))
  const answers = await Promise.all(
    curlLinesOf(service.output()).map((line) =>
      run('sh', ['-c', `${line} --silent --output /dev/null --write-out '%{http_code}'`]),
    ),
  )
  const succeeded = async () => (await listJobs())['regenerate-thumbnail']?.succeeded ?? 0
  await expect.poll(succeeded, { timeout: 60_000, interval: 1_000 }).toBeGreaterThan(0)
  service.signal('SIGTERM')
  await service.ended

  expect(answers.map(({ stdout }) => stdout.slice(-3))).toEqual(['201', '200', '200', '204', '201'])
  expect(service.output()).toContain('Applied the migration')
  expect(service.output()).toContain('Stopped. Everything is kept.')
  expect(database).not.toBeNull()
  expect(await findPid(join(folder, 'data'))).toBeNull()
})
