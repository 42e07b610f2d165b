import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findPid } from '@media-library/embedded-postgres'
import { expect, test } from 'vitest'
import { makeUsedDataDir } from '../../support/database/data-dir.js'
import { type ProcessGroup, startGroup } from '../../support/processes/group.js'
import { isAlive, listChildren } from '../../support/processes/process-list.js'
import { until } from '../../support/until.js'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))
const bin = 'apps/server/bin/media-library.mjs'

/** npx needs to know where the registry is. */
const environment = { ...process.env, PORT: '0', MEDIA_LIBRARY_DEMO: 'false' }

/** Starts the service by a command line, in a process group of its own, and waits until it serves. */
async function start(command: string[]) {
  const dataDir = await makeUsedDataDir()
  const group = startGroup(command, { cwd: root, env: { ...environment, DATA_DIR: dataDir } })
  await until(() => group.output().includes('Ctrl-C') || group.child.exitCode !== null)
  expect(group.output()).toContain('Ctrl-C')
  const postmaster = (await findPid(dataDir)) as number
  return { group, postmaster }
}

/** Every process below another, at whatever depth. */
async function listDescendants(pid: number): Promise<number[]> {
  const children = await listChildren(pid, '')
  return [...children, ...(await Promise.all(children.map(listDescendants))).flat()]
}

const npx = ['npx', '--prefer-offline', '--yes', 'pnpm@10']

const starts: Record<string, string[]> = {
  'the bin': [process.execPath, bin, 'serve'],
  '`npx pnpm media-library serve`': [...npx, 'media-library', 'serve'],
  '`npx pnpm start`': [...npx, 'start'],
}

const ways: Record<string, (group: ProcessGroup) => void> = {
  'SIGTERM to the process': ({ child }) => void child.kill('SIGTERM'),
  'SIGTERM to the process group': ({ signal }) => signal('SIGTERM'),
  'SIGINT to the process group': ({ signal }) => signal('SIGINT'),
}

const all = Object.entries(starts).flatMap(([by, command]) =>
  Object.entries(ways).map(([how, stop]) => [how, by, command, stop] as const),
)

test.runIf(process.platform === 'linux').each(all)(
  '%s of a service that %s started is one stop, and leaves no process',
  async (_how, _by, command, stop) => {
    const { group, postmaster } = await start(command)
    const pids = [group.id, postmaster, ...(await listDescendants(group.id))]

    stop(group)
    await group.ended

    await until(() => group.output().includes('Stopped. Everything is kept.'))
    await until(async () => (await Promise.all(pids.map(isAlive))).every((alive) => !alive))
    expect(group.output().match(/Finishing running/g)).toHaveLength(1)
  },
)

/** `script` gives a program a terminal of its own. */
test.runIf(existsSync('/usr/bin/script'))('Ctrl-C in a terminal is one stop, and leaves no process', async () => {
  const command = ['script', '--quiet', '--return', '--command', [...npx, 'start'].join(' '), '/dev/null']
  const { group, postmaster } = await start(command)
  const pids = [postmaster, ...(await listDescendants(group.id))]

  group.child.stdin?.write('\x03')

  await group.ended
  await until(async () => (await Promise.all(pids.map(isAlive))).every((alive) => !alive))
  expect(group.output()).toContain('Stopped. Everything is kept.')
})
