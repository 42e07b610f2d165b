import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { load, openFileLibrary } from '../../support/http/file-library.js'
import { openSocket } from '../../support/http/raw-http.js'
import { byLevel, report } from '../../support/long.js'
import { watchMemory } from '../../support/processes/memory.js'
import { serve } from '../../support/processes/serve-process.js'

const READERS = byLevel(100, 1_000, 1_000)
const REQUESTS = byLevel(50, 500, 5_000)

/** More than the sockets of an answer hold. */
const LONG = 20_000_000

/** What 1,000 responses that wait for their readers take: sockets, requests and a chunk of each file. */
const MOST_MB = 120

const { server, dataDir, addFile, addDerived } = await openFileLibrary()
const ada = await createUser(server.database)

/** Requests a file, and reads none of the response but its first bytes. */
async function stall(to: { url: string }, path: string): Promise<Socket> {
  const socket = await openSocket(to)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET /api${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${ada.apiKey}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return socket
}

async function askOften(to: { url: string }, path: string): Promise<number> {
  const times: number[] = []
  for (let request = 0; request < REQUESTS; request++) {
    const asked = performance.now()
    const { status } = await load(to, path, ada)
    expect(status).toBe(200)
    times.push(performance.now() - asked)
  }
  return times.sort((one, other) => one - other)[Math.floor(REQUESTS * 0.99)] as number
}

test('readers of files who stop reading cost little memory, and delay no others (F8)', async () => {
  const original = await addFile(ada, randomBytes(LONG), { resized: true })
  await addDerived(original, 'webp', randomBytes(10_000))
  const thumbnail = `/asset/thumbnail/${original.id}`
  const running = await serve({ DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir, MEDIA_LIBRARY_DEMO: 'false' }, [
    '--no-worker',
  ])
  await askOften(running, thumbnail)
  const quiet = await askOften(running, thumbnail)
  const grownBy = await watchMemory(running.child.pid as number)

  for (let reader = 0; reader < READERS; reader++) await stall(running, `/download/asset/${original.id}`)
  await sleep(1_000)
  const beside = await askOften(running, thumbnail)
  const megabytes = grownBy()

  report(`${READERS} readers of files who stop reading`, {
    'more MB': Math.round(megabytes),
    'p99 in ms of thumbnails beside them': beside.toFixed(1),
    'quiet p99': quiet.toFixed(1),
  })
  expect(megabytes).toBeLessThan(MOST_MB)
  expect(beside).toBeLessThan(50 + 2 * quiet)
})

test('each reader gets the bytes of its own file, however many others leave in the middle (F8)', async () => {
  const contents = Array.from({ length: 8 }, () => randomBytes(3_000_000))
  const assets = await Promise.all(contents.map((content) => addFile(ada, content)))
  const leave = async (index: number) => {
    const socket = await stall(server, `/download/asset/${assets[index % 8]?.id}`)
    await sleep(index % 5)
    socket.destroy()
  }
  const read = async (index: number) => {
    const { bytes } = await load(server, `/download/asset/${assets[index % 8]?.id}`, ada)
    expect(bytes.equals(contents[index % 8] as Buffer)).toBe(true)
  }

  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 16 }, (_, index) => (index % 2 ? leave(index) : read(index / 2))))
  }
})
