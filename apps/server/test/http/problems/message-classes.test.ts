import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { messageClassesOf } from '../../../src/http/problems/message-classes.js'

test('messages are created with the prototypes that Express would set', async () => {
  const app = express()
  app.get('/', (request, response) => {
    response.json({
      agent: request.get('user-agent'),
      same: born.every((of, index) => of === prototypes(request, response)[index]),
    })
  })
  let born: unknown[] = []
  const prototypes = (...messages: object[]) => messages.map((message) => Object.getPrototypeOf(message))
  const server = createServer(messageClassesOf(app), (request: IncomingMessage, response: ServerResponse) => {
    born = prototypes(request, response)
    app(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'user-agent': 'test' } })

  expect(await answer.json()).toEqual({ agent: 'test', same: true })
  server.close()
})
