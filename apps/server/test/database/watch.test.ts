import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createWatch } from '../../src/database/dead-connections.js'
import { createTestDatabase } from '../support/database/database.js'

const LIMIT_MS = 60_000

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
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, ask: ask.give, answer: answer.give, answered: answered.given }
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
