import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPid } from '@media-library/embedded-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { byLevel, report } from '../../support/long.js'
import { runCli } from '../../support/processes/cli.js'
import { type ServeProcess, serve } from '../../support/processes/serve-process.js'
import { draw, SEED } from '../../support/random.js'
import { until } from '../../support/until.js'

const KILLS = byLevel(2, 10, 200)
const CLIENTS = 4

/** A data folder with a user, whose key it returns. */
async function prepare() {
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-killed-'))
  onTestFinished(async () => {
    const pid = await findPid(dataDir)
    if (pid) process.kill(pid, 'SIGQUIT')
    await until(async () => !(await findPid(dataDir)))
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const env = { DATA_DIR: dataDir, MEDIA_LIBRARY_DEMO: 'false', RATE_LIMIT: '0', LOG_LEVEL: 'fatal' }
  const added = await runCli(['user', 'add', 'ada@example.org'], { env })
  const { stdout } = await runCli(['key', 'create', '--user', 'ada@example.org', '--quiet'], { env })
  expect(added.exitCode).toBe(0)
  return { dataDir, env, apiKey: stdout.trim() }
}

test('kill -9 of the embedded database and its server loses nothing that was acknowledged', async () => {
  const { dataDir, env, apiKey } = await prepare()
  const acknowledged = new Map<string, string>()
  let service: ServeProcess = await serve(env)
  let stopping = false

  const write = async (albumName: string) => {
    const response = await fetch(`${service.url}/api/album`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': albumName },
      body: JSON.stringify({ albumName }),
    }).catch(() => null)
    const album = response?.status === 201 ? await response.json().catch(() => null) : null
    return album?.id as string | undefined
  }
  /** Makes albums one after the other, each with its key until it is acknowledged. */
  const load = async () => {
    while (!stopping) {
      const name = randomUUID()
      let id = await write(name)
      for (; !id; id = await write(name)) await sleep(20)
      acknowledged.set(name, id)
    }
  }
  const clients = Array.from({ length: CLIENTS }, load)
  let slowest = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.size
    await expect.poll(() => acknowledged.size, { interval: 10 }).toBeGreaterThan(before + CLIENTS)
    await sleep(draw(0, 500))
    const pid = (await findPid(dataDir)) as number
    const killed = performance.now()
    const victims = [() => process.kill(pid, 'SIGKILL'), () => service.child.kill('SIGKILL')]
    for (const strike of draw(0, 1) ? victims : victims.toReversed()) strike()
    await service.ended
    service = await serve(env)
    slowest = Math.max(slowest, performance.now() - killed)
  }
  stopping = true
  await Promise.all(clients)

  const { stdout } = await runCli(['album', 'list', '--json'], { env })
  const albums: { id: string; albumName: string }[] = JSON.parse(stdout)
  report(`${KILLS} × kill -9 of database and server`, {
    seed: String(SEED),
    acknowledged: acknowledged.size,
    'serves again after at most ms': Math.round(slowest),
  })
  expect(new Map(albums.map(({ albumName, id }) => [albumName, id]))).toEqual(acknowledged)
  expect(albums).toHaveLength(acknowledged.size)
  expect(await service.stop('SIGTERM')).toBe(0)
})
