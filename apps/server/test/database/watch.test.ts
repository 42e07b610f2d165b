import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createWatch } from '../../src/database/dead-connections.js'
import { createTestDatabase } from '../support/database/database.js'

const LIMIT_MS = 60_000

/** What a client sends at the end. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4])

/** A way to a database that passes the check of a session on, and its answer, when it is told to. */
async function openHeldWay(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const [ask, answer, answered] = [createSignal(), createSignal(), createSignal()]
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    let isAsked = false
    socket.on('error', () => {}).on('close', () => upstream.destroy())
    upstream.on('error', () => {}).on('close', () => socket.destroy())
    socket.on('data', async (chunk) => {
      if (chunk.includes('pg_stat_activity')) {
        isAsked = true
        await ask.given
      }
      upstream.write(chunk)
    })
    upstream.on('data', async (chunk) => {
      if (isAsked) {
        answered.give()
        await answer.given
      }
      socket.write(chunk)
    })
  })
  return { url: await listen(server, databaseUrl), ask: ask.give, answer: answer.give, answered: answered.given }
}

/** A way to a database that does not let it know when a connection is closed. */
async function openClosingWay(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const closing = createSignal()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    onTestFinished(() => void [socket, upstream].map((end) => end.destroy()))
    for (const end of [socket, upstream]) end.on('error', () => {})
    socket.on('data', (chunk) => (chunk.equals(TERMINATE) ? closing.give() : upstream.write(chunk)))
    upstream.on('data', (chunk) => socket.write(chunk))
  })
  return { url: await listen(server, databaseUrl), closing: closing.given }
}

/** Lets a server stand for a database. Returns the address by way of it. */
async function listen(server: Server, databaseUrl: string) {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return url.href
}

function createSignal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

async function openClient() {
  const { url, drop } = await createTestDatabase()
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  await client.connect()
  return { client, url }
}

test('a check that found a session idle between two queries does not cut the second one', async () => {
  const { client, url } = await openClient()
  const way = await openHeldWay(url)
  createWatch(way.url).add(client, LIMIT_MS)

  await client.query('SELECT pg_sleep(0.7)')
  way.ask()
  await Promise.race([way.answered, sleep(1_000)])
  const second = client.query("SELECT 'done' AS state, pg_sleep(1.5)")
  // The watch has seen the second query by then.
  await sleep(250)
  way.answer()

  expect((await second).rows).toEqual([expect.objectContaining({ state: 'done' })])
})

test('a session that takes long to close costs no other connection', async () => {
  const [closing, other] = [await openClient(), await openClient()]
  const held = await openClosingWay(closing.url)
  const client = new Client({ connectionString: held.url })
  client.on('error', () => {})
  await client.connect()
  const watch = createWatch(other.url)
  for (const one of [client, other.client]) watch.add(one, LIMIT_MS)

  void client.end()
  await held.closing
  // The watch has judged the first one by then.
  await sleep(1_500)

  expect((await other.client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})
