import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { announceEvents } from '../../../src/events/event.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { createAssets, createUser, type TestUser } from '../../support/database/factories.js'
import { openSocket } from '../../support/http/raw-http.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'
import { readMemory, withMemory } from '../../support/processes/memory.js'
import { type ServeProcess, serve } from '../../support/processes/serve-process.js'
import { until } from '../../support/until.js'

const LISTENERS = byLevel(300, 1_000, 5_000)
/** As many as a user may have. */
const EACH = 100
const AT_ONCE = 50
const KILOBYTES_EACH = 20
const ALL_WITHIN_MS = 3_000

/** A client that listens, as small as possible. */
interface Ear {
  socket: Socket
  /** What it has received. */
  text: string
  toldAt: number | null
}

test('a listener costs a server at most 20 kB, and all listeners are told of an event', async () => {
  const { url, database } = await useAdasLibrary()
  const env = { DATABASE_URL: url, RATE_LIMIT: '0', LOG_LEVEL: 'fatal' }
  const server = await serve({ ...env, ...withMemory }, ['--no-worker'])
  const users = await Promise.all(Array.from({ length: Math.ceil(LISTENERS / EACH) }, () => createUser(database)))
  const [owner, ...friends] = users as [TestUser, ...TestUser[]]
  const [assetId = ''] = await createAssets(database, owner, 1)
  const { id: albumId } = await database.album.create({
    data: { ownerId: owner.id, albumName: 'A', assets: { create: { assetId } } },
  })
  await database.albumUser.createMany({ data: friends.map(({ id }) => ({ albumId, userId: id })) })
  // Code is compiled, and pools grow, for the first ones.
  const first = await listen(server, users.slice(0, 1), EACH)
  for (const { socket } of first) socket.destroy()
  const before = await readMemory(server)

  const ears = await listen(server, users, LISTENERS)
  const after = await readMemory(server)
  const changedAt = performance.now()
  await database.asset.update({ where: { id: assetId }, data: { isFavorite: true } })
  void announceEvents(database)
  await until(() => ears.every(({ toldAt }) => toldAt !== null))

  const told = Math.max(...ears.map(({ toldAt }) => toldAt ?? 0)) - changedAt
  const each = (name: 'rss' | 'heapUsed' | 'external') => (after[name] - before[name]) / 1_000 / LISTENERS
  report('listeners', {
    listeners: LISTENERS,
    'kB of memory each': each('rss').toFixed(1),
    'of it in the heap': each('heapUsed').toFixed(1),
    'outside of it': each('external').toFixed(1),
    'ms until all are told of a change': Math.round(told),
  })
  expect(each('rss')).toBeLessThan(KILOBYTES_EACH)
  expect(told).toBeLessThan(toBusyLimit(ALL_WITHIN_MS))
  await server.stop()
})

async function listen(server: ServeProcess, users: TestUser[], howMany: number): Promise<Ear[]> {
  const ears: Ear[] = []
  while (ears.length < howMany) {
    const some = Array.from({ length: Math.min(AT_ONCE, howMany - ears.length) }, (_, index) => {
      const user = users[Math.floor((ears.length + index) / EACH)] as TestUser
      return listenOnce(server, user)
    })
    ears.push(...(await Promise.all(some)))
  }
  return ears
}

async function listenOnce(server: ServeProcess, { apiKey }: TestUser): Promise<Ear> {
  const socket = await openSocket(server)
  onTestFinished(() => void socket.destroy())
  const ear: Ear = { socket, text: '', toldAt: null }
  socket.setEncoding('latin1').on('data', (text) => {
    ear.text += text
    if (ear.text.includes('event: asset.updated')) ear.toldAt ??= performance.now()
  })
  socket.write(`GET /api/events HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\n\r\n`)
  await until(() => ear.text.includes('\nid: '))
  return ear
}
