import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { createInstance, getHttpOperationsFromSpec, type IHttpRequest } from '@stoplight/prism-http'
import { pino } from 'pino'
import { afterAll, expect } from 'vitest'

/** A longer answer is not checked. */
const LONGEST_BYTES = 4_000_000

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** Compares the answers of a server with `openapi.json`. */
export interface AnswerWatch {
  /** The faults that prism found in the answers so far, and the number of those answers. */
  findings(): Promise<{ faults: string[]; answers: number }>
  stop(): void
}

const file = createRequire(import.meta.url).resolve('@media-library/contract/openapi.json')
const described = getHttpOperationsFromSpec(JSON.parse(await readFile(file, 'utf8')))

/** Checks the answers of the server at an address, from now on. */
export function watchAnswers(address: string): AnswerWatch {
  const port = Number(new URL(address).port)
  const checked: Promise<string[]>[] = []
  const onRequest = (message: unknown) => {
    const exchange = message as Exchange
    if (exchange.request.socket.localPort !== port) return
    const chunks = collectBody(exchange.response)
    exchange.response.once('finish', () => checked.push(findFaults(exchange, chunks)))
  }
  subscribe('http.server.request.start', onRequest)
  return {
    findings: async () => ({ faults: (await Promise.all(checked)).flat(), answers: checked.length }),
    stop: () => unsubscribe('http.server.request.start', onRequest),
  }
}

/** Fails the test file when an answer of the server differs from `openapi.json`. */
export function checkAnswers(address: string): void {
  const { findings, stop } = watchAnswers(address)
  afterAll(async () => {
    stop()
    const { faults } = await findings()
    expect(faults, faults.join('\n')).toEqual([])
  })
}

/** The body of an answer, in the chunks that the server sends. */
function collectBody(response: ServerResponse): Buffer[] {
  const chunks: Buffer[] = []
  const noting = <T extends ServerResponse['write'] | ServerResponse['end']>(send: T): T =>
    new Proxy(send, {
      apply: (target, self, args) => {
        const [chunk] = args
        if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
        return Reflect.apply(target, self, args)
      },
    })
  response.write = noting(response.write)
  response.end = noting(response.end)
  return chunks
}

/** The faults that prism finds in an answer, as if it were a proxy between the client and the server. */
async function findFaults({ request, response }: Exchange, chunks: Buffer[]): Promise<string[]> {
  if (countBytes(chunks) > LONGEST_BYTES) return []
  // The document describes 405 for all paths at once; prism takes a fixed path for one with an id when its method is another.
  if (response.statusCode === 405) return []
  const { method = 'GET', url = '/' } = request
  const headers = toHeaders(response)
  const text = Buffer.concat(chunks).toString()
  const isJson = /^application\/(.+\+)?json\b/.test(headers['content-type'] ?? '')
  const answer = { statusCode: response.statusCode, headers, body: isJson && text ? JSON.parse(text) : text }
  const prism = createInstance(
    {
      isProxy: true,
      upstream: new URL('http://127.0.0.1'),
      upstreamProxy: undefined,
      mock: { dynamic: false },
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      errors: false,
    },
    { logger: pino({ level: 'silent' }), forward: () => () => async () => ({ _tag: 'Right', right: answer }) },
  )
  // A URL would resolve `.` as an id, which the server does not.
  const [path = '/'] = url.split('?')
  const asked: IHttpRequest = { method: method.toLowerCase() as IHttpRequest['method'], url: { path } }
  const result = await prism.request(asked, await described)()
  if (result._tag === 'Left') throw result.left
  return result.right.validations.output.map(
    ({ path: at = [], message }) => `${method} ${url} ${response.statusCode}: ${[...at, message].join(' ')}`,
  )
}

function countBytes(chunks: Buffer[]) {
  return chunks.reduce((length, chunk) => length + chunk.length, 0)
}

function toHeaders(response: ServerResponse) {
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}
