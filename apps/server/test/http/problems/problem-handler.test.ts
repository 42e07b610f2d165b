import { RequestValidationError } from '@ts-rest/express'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ZodError } from 'zod'
import { ProblemError, RefusedError } from '../../../src/errors.js'
import { createProblemHandler } from '../../../src/http/problems/problem.js'
import { openListener } from '../../support/http/listener.js'

const requestId = '7c3f6fd4-9d1c-4c39-9c0b-6f0a4c4f8a52'
const logged: unknown[] = []
const passedOn: unknown[] = []
let thrown: unknown

const identify: RequestHandler = (request, _response, next) => {
  request.id = requestId
  next()
}

const fail: RequestHandler = ({ path }, response) => {
  if (path === '/begun') response.write('[')
  throw thrown
}

/** Where Express would print what the handler itself threw. */
const expectNothing: ErrorRequestHandler = (error, _request, response, _next) => {
  passedOn.push(error)
  response.destroy()
}

const formatters = { level: (level: string) => ({ level }) }
const logger = pino({ level: 'info', base: null, formatters }, { write: (line) => logged.push(JSON.parse(line)) })
const server = await openListener(express().use(identify, fail, createProblemHandler(logger), expectNothing))
afterAll(server.close)

function ask(path = '/') {
  return fetch(server.url + path)
}

async function answerTo(error: unknown) {
  thrown = error
  const response = await ask()
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const fault = { pointer: '/assetIds/0', code: 'unusable_id', detail: 'There is no a that you may use.' }

describe('a thrown error (C11)', () => {
  beforeEach(() => {
    logged.length = 0
  })

  test('is answered as a problem, with its headers', async () => {
    const error = new ProblemError('unusable_ids', 'One position.', { errors: [fault], headers: { 'X-Also': '1' } })

    const { status, headers, body } = await answerTo(error)

    expect(status).toBe(400)
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(headers.get('x-also')).toBe('1')
    expect(body).toEqual({
      type: '/problems/unusable_ids',
      title: 'Some ids cannot be used',
      status: 400,
      detail: 'One position.',
      instance: `urn:uuid:${requestId}`,
      code: 'unusable_ids',
      errors: [fault],
      errorCount: 1,
      message: 'One position.',
      error: 'Some ids cannot be used',
      statusCode: 400,
    })
    expect(logged).toEqual([])
  })

  test('has no list of errors unless it has entries', async () => {
    const { body } = await answerTo(new ProblemError('not_found', 'There is no such album.'))

    expect(Object.keys(body)).toEqual([
      ...['type', 'title', 'status', 'detail', 'instance', 'code'],
      ...['message', 'error', 'statusCode'],
    ])
  })

  test('names the first 100 positions, and their total (C8)', async () => {
    const errors = Array.from({ length: 101 }, (_, position) => ({ ...fault, pointer: `/assetIds/${position}` }))

    const { body } = await answerTo(new ProblemError('unusable_ids', '', { errors }))

    expect(body.errors).toEqual(errors.slice(0, 100))
    expect(body.errorCount).toBe(101)
  })

  test('is well-formed, although it quotes half a surrogate pair', async () => {
    const { body } = await answerTo(new ProblemError('malformed_json', 'Unexpected \ud83c'))

    expect(body.detail).toBe('Unexpected \ufffd')
  })

  test.each([
    [
      'a request that the contract refuses',
      new RequestValidationError(
        null,
        null,
        new ZodError([{ code: 'too_big', origin: 'number', maximum: 9, path: ['limit'], message: '', input: 10 }]),
        null,
      ),
      [400, 'invalid_request', '/query/limit is missing.'],
    ],
  ])('%s is not logged as a fault of the server', async (_name, error, expected) => {
    const { status, body } = await answerTo(error)

    expect([status, body.code, body.detail]).toEqual(expected)
    expect(logged).toEqual([])
  })

  test.each(['40P01', '57P01', 'P1001'])(
    '%s of a database that cannot answer may be retried after a second',
    async (code) => {
      const { status, headers, body } = await answerTo(Object.assign(new Error('x'), { code }))

      expect([status, body.code, body.detail]).toEqual([503, 'unavailable', 'The database cannot answer now.'])
      expect(headers.get('retry-after')).toBe('1')
    },
  )

  test.each([
    ['a statement that the database ended says that fewer ids would help', '57014', 'Send fewer ids at once'],
    ['a full disk is named', '53100', 'The disk of the database is full.'],
  ])('%s', async (_name, code, told) => {
    const { status, body } = await answerTo(Object.assign(new Error('x'), { code }))

    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(body.detail).toContain(told)
  })

  test.each([
    ['what callers may have together', new RefusedError('Too many came.', { retryAfter: 5 }), 503, ['warn']],
    ['a transfer coding', new ProblemError('not_implemented', 'It is gzip.'), 501, []],
    ['a store that cannot be read', new ProblemError('unavailable', 'It cannot be read.'), 503, ['error']],
    ['a database that cannot answer', Object.assign(new Error('x'), { code: '57P01' }), 503, ['error']],
    ['a full disk', new ProblemError('storage_full', 'It is full.'), 507, ['error']],
    ['work that was cut off by nobody', new DOMException('x', 'AbortError'), 500, ['error']],
    ['a defect', new TypeError('x'), 500, ['error']],
  ])('by %s has its level by who is at fault', async (_name, error, status, levels) => {
    const answer = await answerTo(error)

    expect(answer.status).toBe(status)
    expect(logged).toMatchObject(levels.map((level) => ({ level, requestId, err: { message: error.message } })))
    expect(logged).toHaveLength(levels.length)
  })

  test('is logged and not shown when it is unexpected', async () => {
    const { status, body } = await answerTo(new Error('SELECT secret'))

    expect([status, body.code, body.detail]).toEqual([
      500,
      'internal_error',
      'The server failed. Its log has the details.',
    ])
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(logged).toMatchObject([{ requestId, msg: 'request failed', err: { message: 'SELECT secret' } }])
  })

  test('aborts an answer that has begun, so that it is not taken for complete', async () => {
    thrown = new Error('halfway')

    const answer = ask('/begun').then((response) => response.text())

    await expect(answer).rejects.toThrow()
    expect(logged).toMatchObject([{ requestId }])
    expect(passedOn).toEqual([])
  })
})
