import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPid } from '@media-library/embedded-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { startGroup } from '../../support/processes/group.js'
import { TIME_LIMIT_MS } from '../../support/until.js'

function at(path: string) {
  return fileURLToPath(new URL(path, import.meta.url))
}
const WAIT = { timeout: TIME_LIMIT_MS, interval: 100 }

test('pnpm dev restarts the service when a source is saved, with the same database', {
  timeout: 4 * TIME_LIMIT_MS,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-dev-'))
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', MEDIA_LIBRARY_DEMO: 'false' }
  onTestFinished(async () => {
    const pid = await findPid(dataDir)
    if (pid) process.kill(pid, 'SIGQUIT')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const command = [process.execPath, '--import', './scripts/dev-hooks.ts', 'scripts/dev.ts']
  const { output, signal, ended } = startGroup(command, { cwd: at('../../..'), env })
  const countStarts = () => output().split('Ctrl-C stops the service.').length - 1
  await expect.poll(countStarts, WAIT).toBe(1)
  const database = await findPid(dataDir)

  for (const [count, path] of [
    '../../../src/http/watch/probes.ts',
    '../../../../../packages/contract/src/index.ts',
    '../../../../../prisma/asset.sql',
  ].entries()) {
    await utimes(at(path), new Date(), new Date())
    await expect.poll(countStarts, WAIT).toBe(count + 2)
  }
  const databaseSince = await findPid(dataDir)
  signal('SIGINT')
  await ended

  expect(database).not.toBeNull()
  expect(databaseSince).toBe(database)
  expect(output()).toContain('Stopped. Everything is kept.')
  expect(await findPid(dataDir)).toBeNull()
})
