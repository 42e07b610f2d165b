import { api, type ProblemCode, problems } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'
import { createExpressEndpoints } from '@ts-rest/express'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/errors.js'
import { createProblemHandler } from '../../../src/http/problems/problem.js'
import { openListener } from '../../support/http/listener.js'

/** A code of each status. */
const codes = [...new Map(Object.entries(problems).map(([code, { status }]) => [status, code as ProblemCode])).values()]

/** Throws the problem that the request names. */
const fail: RequestHandler = (request) => {
  throw new ProblemError(request.get('x-problem') as ProblemCode, 'As asked.')
}
async function neverCalled(): Promise<never> {
  throw new Error('The request reached its handler.')
}
const logged: unknown[] = []
const logger = pino({ level: 'error' }, { write: (line) => logged.push(JSON.parse(line)) })
const handler: ErrorRequestHandler = createProblemHandler(logger)
const routes: Record<string, AppRoute> = api
const app = express()
createExpressEndpoints(routes, Object.fromEntries(Object.keys(routes).map((name) => [name, neverCalled])), app, {
  logInitialization: false,
  globalMiddleware: [fail],
})
const server = await openListener(app.use(fail, handler))
afterAll(server.close)

function toAnswer(method: string, path: string, code: ProblemCode) {
  return fetch(server.url + path, { method, headers: { 'x-problem': code } })
}

describe('a status that the contract does not declare is never sent (C11)', () => {
  test.each(Object.entries(api))('by %s', async (_operation, { method, path, responses }) => {
    for (const code of codes) {
      const { status } = problems[code]
      logged.length = 0

      const answer = await toAnswer(method, path.replace(':id', 'x'), code)

      expect([code, answer.status]).toEqual([code, status in responses ? status : 500])
      const isFault = answer.status >= 500 && answer.status !== 501
      expect(logged).toHaveLength(isFault ? 1 : 0)
    }
  })

  test('where no route matches, every status of a problem may be answered', async () => {
    for (const code of codes) expect((await toAnswer('GET', '/', code)).status).toBe(problems[code].status)
  })
})
