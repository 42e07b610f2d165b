import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen, toAddress } from '../../../src/http/wire/connections.js'
import { beginInOrder } from '../../../src/http/wire/in-order.js'
import { openSocket } from '../../support/http/raw-http.js'
import { until } from '../../support/until.js'

/** A server that answers when it is told to, and a connection to it. */
async function openHeldServer() {
  const begun: string[] = []
  const held: ServerResponse[] = []
  const server = createServer()
  beginInOrder(server)
  server.on('begin', ({ url }: IncomingMessage, response: ServerResponse) => {
    begun.push(url ?? '')
    held.push(response)
  })
  await listen(server, '127.0.0.1', 0)
  onTestFinished(() => void server.close())
  const address = { url: toAddress(server) }
  const open = async () => {
    const socket = await openSocket(address)
    onTestFinished(() => void socket.destroy())
    return socket.resume()
  }
  /** Answers the request that began first, once it has. */
  const answer = async (headers = {}) => {
    await until(() => held.length > 0)
    held.shift()?.writeHead(200, headers).end()
  }
  return { begun, held, answer, open, socket: await open() }
}

function gets(...paths: string[]) {
  return paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join('')
}

describe('requests that a client sends without waiting for answers', () => {
  test('begin one after the other', async () => {
    const { begun, held, answer, socket } = await openHeldServer()

    socket.write(gets('/1', '/2', '/3'))

    for (const number of [1, 2, 3]) {
      await until(() => held.length > 0)
      expect(begun).toHaveLength(number)
      await answer()
    }
    expect(begun).toEqual(['/1', '/2', '/3'])
  })

  test.each([
    ['the client leaves', 'leave'],
    ['an answer is the last one of its connection', 'close'],
  ])('never begin when %s before', async (_name, end) => {
    const { begun, held, answer, open, socket } = await openHeldServer()
    socket.write(gets('/1', '/2', '/3'))
    await until(() => held.length > 0)
    const [first] = held

    if (end === 'leave') socket.resetAndDestroy()
    else await answer({ connection: 'close' })
    await until(() => socket.closed && first?.closed === true)
    const other = await open()
    other.write(gets('/other'))

    await until(() => begun.length > 1)
    expect(begun).toEqual(['/1', '/other'])
  })

  test('are cut off when they are many, and hold up no other connection', async () => {
    const { begun, open, socket } = await openHeldServer()
    const other = await open()

    socket.write(gets('/1').repeat(100))
    await once(socket, 'close')
    other.write(gets('/other'))

    await until(() => begun.length > 1)
    expect(begun).toEqual(['/1', '/other'])
  })
})
