import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { toMessageClasses } from '../../../src/http/wire/fast-messages.js'
import { openListener } from '../../support/http/listener.js'

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
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    born = prototypes(request, response)
    app(request, response)
  }
  const { url, close } = await openListener(onRequest, toMessageClasses(app))
  onTestFinished(close)

  const answer = await fetch(url, { headers: { 'user-agent': 'test' } })

  expect(await answer.json()).toEqual({ agent: 'test', same: true })
})
