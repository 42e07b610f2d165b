import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { limitStalls, listen, toAddress } from '../../../src/http/wire/connections.js'
import { beginInOrder } from '../../../src/http/wire/in-order.js'
import { openSocket } from '../../support/http/raw-http.js'
import { until } from '../../support/until.js'

const STALL_MS = 100
/** More than sockets hold. */
const LONG = Buffer.alloc(50_000_000)

/** Sends a request to a server that answers in that way. */
async function ask(answer: (response: ServerResponse) => void) {
  const server = createServer()
  beginInOrder(server)
  server.on('begin', (_request, response) => answer(response))
  limitStalls(server, STALL_MS)
  await listen(server, '127.0.0.1', 0)
  onTestFinished(() => void server.close())
  const socket = await openSocket({ url: toAddress(server) })
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return socket
}

test('a client that takes nothing of its answer is cut off', async () => {
  let isCut = false
  const socket = await ask((response) => {
    response.once('close', () => {
      isCut = !response.writableFinished
    })
    response.end(LONG)
  })

  socket.pause()

  await until(() => isCut)
})

test('a client that waits for its answer, however long, gets it', async () => {
  const socket = await ask(async (response) => {
    await sleep(5 * STALL_MS)
    response.end('late')
  })

  const answer = await new Promise((resolve) => socket.once('data', (chunk) => resolve(String(chunk))))

  expect(answer).toContain('200 OK')
})
