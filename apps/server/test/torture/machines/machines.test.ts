import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, disconnect, type PrismaDatabase } from '../../../src/database/connect.js'
import { createAssets, createUser, type TestUser } from '../../support/database/factories.js'
import { byLevel, report, testPool, toBusyLimit } from '../../support/long.js'
import { type Cluster, startCluster } from '../../support/machines/cluster.js'
import { networkObstacle } from '../../support/machines/network.js'
import { until } from '../../support/until.js'

const SECONDS = byLevel(3, 8, 30)
const CLIENTS = 6

if (networkObstacle !== null) process.stderr.write(`Several machines are not tested: ${networkObstacle}.\n`)

describe.skipIf(networkObstacle !== null)(
  'three servers, three workers and a database, each on a machine',
  async () => {
    let cluster: Cluster
    let database: PrismaDatabase
    let ada: TestUser
    beforeAll(async () => {
      cluster = await startCluster()
      database = connect(cluster.databaseUrl, testPool)
      ada = await createUser(database)
    })
    afterAll(async () => {
      await disconnect(database)
      await cluster.remove()
    })
    const acknowledged = new Map<string, string>()
    const asked = new Set<string>()

    /** Sends a request with one key until it is answered. */
    const insist = (path: string, body: object, key = randomUUID()) =>
      until(async () => {
        const headers = { 'x-api-key': ada.apiKey, 'idempotency-key': key }
        const answer = await cluster.send('POST', `/api/${path}`, { headers, body }).catch(() => null)
        if (answer && answer.status < 300) return answer
        if (answer && ![409, 502, 503, 504].includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`)
        return null
      })

    /** Lets clients work during a fault, and measures the longest time in which nobody got an answer. */
    async function work(fault: () => Promise<void>) {
      const answered = [performance.now()]
      let isOver = false
      const clients = Array.from({ length: CLIENTS }, async () => {
        while (!isOver) {
          const name = randomUUID()
          acknowledged.set(name, JSON.parse((await insist('album', { albumName: name }, name)).text).id)
          const [assetId] = (await createAssets(database, ada, 1)) as [string]
          await insist('asset/jobs', { assetIds: [assetId], name: 'transcode-video' })
          asked.add(assetId)
          answered.push(performance.now())
        }
      })
      const end = async () => {
        isOver = true
        await Promise.all(clients)
      }
      await fault().finally(end)
      const gaps = answered.slice(1).map((time, index) => time - (answered[index] as number))
      return { pairs: answered.length - 1, gapMs: Math.round(Math.max(...gaps)) }
    }

    async function requireAll() {
      const albums = await database.album.findMany({ select: { albumName: true, id: true } })
      expect(new Map(albums.map(({ albumName, id }) => [albumName, id]))).toEqual(acknowledged)
      expect(albums).toHaveLength(acknowledged.size)
      const open = () => database.assetJob.count({ where: { state: { in: ['queued', 'running'] } } })
      await until(async () => (await open()) === 0)
      expect(await database.assetJob.count()).toBe(asked.size)
    }

    const machine = (name: string) => cluster.machines[name] as NonNullable<Cluster['machines'][string]>
    const wait = () => sleep(SECONDS * 1_000)
    const whileWire = (delayMs: number, loss: number) => async () => {
      cluster.setWire({ delayMs, loss })
      await wait()
      cluster.setWire({ delayMs: 0, loss: 0 })
    }
    const whileParted = (one: string, other: string) => async () => {
      await machine(one).part(machine(other))
      await wait()
      await machine(one).slow(null)
      await sleep(1_000)
    }

    test.each<[what: string, gapMs: number, fault: () => Promise<void>]>([
      ['there is no fault', 2_000, wait],
      ['the database is 1 ms away', 2_000, whileWire(1, 0)],
      ['the database is 20 ms away', 2_000, whileWire(20, 0)],
      ['1 % of what passes to the database is lost', 5_000, whileWire(0, 0.01)],
      ['nobody can reach the database', SECONDS * 1_000 + 5_000, whileWire(0, 1)],
      ['a server cannot reach the database', 5_000, whileParted('server1', 'database')],
      ['a server cannot be reached', 5_000, whileParted('proxy', 'server2')],
      ['a worker cannot reach the database', 5_000, whileParted('worker1', 'database')],
      [
        'a server is slow',
        5_000,
        async () => {
          await machine('server2').slow(20)
          await wait()
          await machine('server2').slow(null)
        },
      ],
      [
        'a server vanishes and returns',
        5_000,
        async () => {
          await machine('server3').vanish()
          await wait()
          await machine('server3').return()
          await cluster.startServer('server3')
        },
      ],
      [
        'a worker vanishes',
        2_000,
        async () => {
          await machine('worker2').vanish()
          await wait()
        },
      ],
    ])('nothing is lost, and the others serve, while %s', async (what, limitMs, fault) => {
      const { pairs, gapMs } = await work(fault)

      report(what, { 'albums and jobs': pairs, 'longest wait for any answer in ms': gapMs })
      expect(gapMs).toBeLessThan(toBusyLimit(limitMs))
      await requireAll()
    })
  },
)
