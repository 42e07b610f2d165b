import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findPid, makeUsedDataDir } from '../../postgres/embedded-users.js'
import { byTier } from '../../support/long.js'
import { isAlive, listChildren } from '../../support/processes/process-list.js'
import { until } from '../../support/until.js'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))
const bin = 'apps/server/bin/media-library.mjs'

/** npx needs to know where the registry is. */
const environment = { ...process.env, PORT: '0', MEDIA_LIBRARY_DEMO: 'false' }

/** Starts the service by a command line, in a process group of its own, and waits until it serves. */
async function start(command: string[]) {
  const dataDir = await makeUsedDataDir()
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd: root, env: { ...environment, DATA_DIR: dataDir }, detached: true })
  const group = child.pid as number
  onTestFinished(() => killGroup(group))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await until(() => said.includes('Ctrl-C') || child.exitCode !== null)
  expect(said).toContain('Ctrl-C')
  const postmaster = (await findPid(dataDir)) as number
  return { child, group, ended, postmaster, said: () => said }
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // All have ended.
  }
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

type Running = Awaited<ReturnType<typeof start>>

const ways: Record<string, (running: Running) => void> = {
  'SIGTERM to the process': ({ child }) => void child.kill('SIGTERM'),
  'SIGTERM to the process group': ({ group }) => void process.kill(-group, 'SIGTERM'),
  'SIGINT to the process group': ({ group }) => void process.kill(-group, 'SIGINT'),
}

const most = Object.entries(starts).flatMap(([by, command]) =>
  Object.entries(ways).map(([how, stop]) => [how, by, command, stop] as const),
)
const few = most.filter(([how, by]) => by === '`npx pnpm start`' && how.startsWith('SIGTERM'))

test.runIf(process.platform === 'linux').each(byTier(few, most, most))(
  '%s of a service that %s started is one stop, and leaves no process',
  async (_how, _by, command, stop) => {
    const running = await start(command)
    const pids = [running.group, running.postmaster, ...(await listDescendants(running.group))]

    stop(running)
    await running.ended

    await until(() => running.said().includes('Stopped. Everything is kept.'))
    await until(async () => (await Promise.all(pids.map(isAlive))).every((alive) => !alive))
    expect(running.said().match(/Stopping after/g)).toHaveLength(1)
  },
)

/** `script` gives a program a terminal of its own. */
test.runIf(existsSync('/usr/bin/script'))('Ctrl-C in a terminal is one stop, and leaves no process', async () => {
  const running = await start(['script', '--quiet', '--return', '--command', [...npx, 'start'].join(' '), '/dev/null'])
  const pids = [running.postmaster, ...(await listDescendants(running.group))]

  running.child.stdin.write('\x03')

  await running.ended
  await until(async () => (await Promise.all(pids.map(isAlive))).every((alive) => !alive))
  expect(running.said()).toContain('Stopped. Everything is kept.')
})
