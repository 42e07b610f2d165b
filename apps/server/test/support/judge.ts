import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { createInstance, getHttpOperationsFromSpec, type IHttpRequest } from '@stoplight/prism-http'
import { pino } from 'pino'
import { afterAll, expect } from 'vitest'

/** A longer answer is not read whole. */
const LONGEST_BYTES = 4_000_000

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** Looks at the answers of a server. */
export interface Judge {
  /** What prism finds fault with in the answers so far, and how many those are. */
  verdict(): Promise<{ faults: string[]; answers: number }>
  stop(): void
}

const file = createRequire(import.meta.url).resolve('@media-library/contract/openapi.json')
const described = getHttpOperationsFromSpec(JSON.parse(await readFile(file, 'utf8')))

/** Judges the answers of the server at an address, from now on. */
export function startJudge(address: string): Judge {
  const port = Number(new URL(address).port)
  const judged: Promise<string[]>[] = []
  const onRequest = (message: unknown) => {
    const exchange = message as Exchange
    if (exchange.request.socket.localPort !== port) return
    const chunks = bodyOf(exchange.response)
    exchange.response.once('finish', () => judged.push(findFaults(exchange, chunks)))
  }
  subscribe('http.server.request.start', onRequest)
  return {
    verdict: async () => ({ faults: (await Promise.all(judged)).flat(), answers: judged.length }),
    stop: () => unsubscribe('http.server.request.start', onRequest),
  }
}

/** Holds each answer of a server to the tests of a file against the description, as a judge from outside reads it. */
export function judgeAnswers(address: string): void {
  const { verdict, stop } = startJudge(address)
  afterAll(async () => {
    stop()
    expect((await verdict()).faults).toEqual([])
  })
}

/** What stands in an answer, as it leaves the server. */
function bodyOf(response: ServerResponse): Buffer[] {
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

/** What prism finds fault with in an answer, as if it stood between the client and the server. */
async function findFaults({ request, response }: Exchange, chunks: Buffer[]): Promise<string[]> {
  if (lengthOf(chunks) > LONGEST_BYTES) return []
  const { method = 'GET', url = '/' } = request
  const headers = headersOf(response)
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
  const { pathname } = new URL(url, 'http://127.0.0.1')
  const asked: IHttpRequest = { method: method.toLowerCase() as IHttpRequest['method'], url: { path: pathname } }
  const result = await prism.request(asked, await described)()
  if (result._tag === 'Left') throw result.left
  return result.right.validations.output.map(
    ({ path = [], message }) => `${method} ${url} ${response.statusCode}: ${[...path, message].join(' ')}`,
  )
}

function lengthOf(chunks: Buffer[]) {
  return chunks.reduce((length, chunk) => length + chunk.length, 0)
}

function headersOf(response: ServerResponse) {
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}
