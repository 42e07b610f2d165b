import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { countOpenJobs } from '../../../src/jobs/queue/list-jobs.js'
import { createRoundRobin } from '../../support/http/round-robin.js'
import { noteEnds } from '../../support/jobs/job-ends.js'
import { byLevel, report } from '../../support/long.js'
import { type ServeProcess, serve } from '../../support/processes/serve-process.js'
import { openSharedLibrary, startWorker } from '../../support/processes/shared-library.js'
import { drawFrom, SEED } from '../../support/random.js'
import { until } from '../../support/until.js'

const ROUNDS = byLevel(1, 1, 30)
const CLIENTS = 4
const PLACES = [0, 1, 2]

/** Processes of one kind, each of which can be restarted in its place. */
async function startFleet<P extends { stop(signal: NodeJS.Signals): Promise<number | null> }>(start: () => Promise<P>) {
  const processes: P[] = await Promise.all(PLACES.map(() => start()))
  const exits = new Set<number | null>()
  const restart = async (place: number, signal: 'SIGTERM' | 'SIGKILL') => {
    const code = await (processes[place] as P).stop(signal)
    if (signal === 'SIGTERM') exits.add(code)
    processes[place] = await start()
  }
  return { processes, exits, restart, stop: () => Promise.all(processes.map(({ stop }) => stop('SIGTERM'))) }
}

test('3 servers and 3 workers are restarted in turn and killed: nothing is lost, and no request fails', async () => {
  const { database, env, apiKey, tag, addPhoto } = await openSharedLibrary()
  const listEnds = await noteEnds(database)
  const servers = await startFleet(() => serve(env, ['--no-worker']))
  const workers = await startFleet(() => startWorker(env))
  const killed = new Set<ServeProcess>()
  const balancer = createRoundRobin(apiKey, servers.processes, (server) => killed.has(server))
  onTestFinished(balancer.close)

  const statuses = new Set<number>()
  const albums = new Map<string, string>()
  const photos: string[] = []
  const ask = async (path: string, post?: { key: string; body: object }) => {
    const { status, text } = await balancer.send({ path, ...(post && { post }) })
    statuses.add(status)
    return text
  }
  let stopping = false
  const load = async () => {
    while (!stopping) {
      const [name, photo] = [randomUUID(), await addPhoto()]
      const album = await ask('/api/album', { key: name, body: { albumName: name, assetIds: [photo] } })
      albums.set(name, JSON.parse(album).id)
      for (const job of ['regenerate-thumbnail', 'transcode-video']) {
        await ask('/api/asset/jobs', { key: randomUUID(), body: { assetIds: [photo], name: job } })
      }
      photos.push(photo)
      await ask(`/api/tag/${tag.id}/assets`)
      await sleep(20)
    }
  }
  const restarts = async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const place of PLACES) {
        await servers.restart(place, 'SIGTERM')
        await workers.restart(place, 'SIGTERM')
      }
      const place = drawFrom(PLACES)
      killed.add(servers.processes[place] as ServeProcess)
      await servers.restart(place, 'SIGKILL')
      await workers.restart(drawFrom(PLACES), 'SIGKILL')
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, load))
  await Promise.race([restarts(), clients])
  stopping = true
  await clients
  await until(async () => (await countOpenJobs(database)) === 0)

  const { answered, refused, sentAgain } = balancer.counts
  const ends = await listEnds()
  report(`${ROUNDS} × all restarted and one of each killed`, {
    seed: String(SEED),
    answered,
    jobs: ends.length,
    'connections refused': refused,
    'sent again after a kill': sentAgain,
  })
  expect([...statuses].sort()).toEqual([200, 201, 204])
  expect([...servers.exits, ...workers.exits]).toEqual([0, 0])
  const kept = await database.album.findMany()
  expect(kept).toHaveLength(albums.size)
  expect(new Map(kept.map(({ albumName, id }) => [albumName, id]))).toEqual(albums)
  const ended = ends.map(({ asset_id, name, state }) => `${asset_id} ${name} ${state}`)
  const asked = photos.flatMap((id) => [`${id} regenerate-thumbnail succeeded`, `${id} transcode-video skipped`])
  expect(ended.sort()).toEqual(asked.sort())
  await Promise.all([servers.stop(), workers.stop()])
})
