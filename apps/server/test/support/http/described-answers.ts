import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect } from 'vitest'

/** A longer answer is not checked. */
const LONGEST_BYTES = 4_000_000

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** The length of what was sent, and, if that is JSON, the chunks of its beginning. */
interface Body {
  bytes: number
  chunks: Buffer[]
}

/** Compares the answers of a server with `openapi.json`. */
export interface AnswerWatch {
  /** Returns the faults of the answers so far, and their number. */
  findings(): { faults: string[]; answers: number }
  stop(): void
}

interface Response {
  $ref?: string
  content?: object
  headers?: object
}

const file = createRequire(import.meta.url).resolve('@media-library/contract/openapi.json')
const description: { paths: Record<string, Record<string, { responses: Record<string, Response> }>> } = JSON.parse(
  readFileSync(file, 'utf8'),
)

const formats = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  uri: (text: string) => URL.canParse(text),
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, formats })
ajv.addSchema(description, 'openapi')

/** The headers of HTTP itself, of browsers' security and for a proxy that sends the file, which are no part of the API. */
const general = new Set(
  `connection content-length content-security-policy content-type cross-origin-opener-policy cross-origin-resource-policy date
  keep-alive origin-agent-cluster referrer-policy strict-transport-security transfer-encoding vary x-content-type-options
  x-accel-redirect x-dns-prefetch-control x-download-options x-frame-options x-permitted-cross-domain-policies x-sendfile
  x-xss-protection`.split(/\s+/),
)

/** The described paths; one without an id comes before one with an id that is its name, too. */
const routes = Object.entries(description.paths)
  .map(([path, methods]) => ({ path, methods, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

/** Checks the answers of the server at an address, from now on. */
export function watchAnswers(address: string): AnswerWatch {
  const port = Number(new URL(address).port)
  const faults: string[] = []
  let answers = 0
  const onRequest = (message: unknown) => {
    const exchange = message as Exchange
    if (exchange.request.socket.localPort !== port) return
    const body = collectBody(exchange.response)
    exchange.response.once('finish', () => {
      answers += 1
      faults.push(...findFaults(exchange, body))
    })
  }
  subscribe('http.server.request.start', onRequest)
  return { findings: () => ({ faults, answers }), stop: () => unsubscribe('http.server.request.start', onRequest) }
}

/** Fails the test file when an answer of the server differs from `openapi.json`. */
export function checkAnswers(address: string): void {
  const { findings, stop } = watchAnswers(address)
  afterAll(() => {
    stop()
    const { faults } = findings()
    expect(faults, faults.join('\n')).toEqual([])
  })
}

function collectBody(response: ServerResponse): Body {
  const body: Body = { bytes: 0, chunks: [] }
  const noting = <T extends ServerResponse['write'] | ServerResponse['end']>(send: T): T =>
    new Proxy(send, {
      apply: (target, self, args) => {
        const [chunk] = args
        if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
          body.bytes += Buffer.byteLength(chunk)
          if (isJson(readType(response)) && body.bytes <= LONGEST_BYTES) body.chunks.push(Buffer.from(chunk))
        }
        return Reflect.apply(target, self, args)
      },
    })
  response.write = noting(response.write)
  response.end = noting(response.end)
  return body
}

function readType(response: ServerResponse): string {
  const [type = ''] = String(response.getHeader('content-type') ?? '').split(';')
  return type
}

function isJson(type: string) {
  return /\bjson$/.test(type)
}

/** Returns what is wrong with an answer. An answer whose path or method is not described has no fault. */
function findFaults({ request, response }: Exchange, body: Body): string[] {
  if (body.bytes > LONGEST_BYTES) return []
  // The document describes 405 for all paths at once.
  if (response.statusCode === 405) return []
  const { method = 'GET', url = '/' } = request
  const [asked = '/'] = url.split('?')
  const name = method.toLowerCase()
  const route = routes.find(({ pattern, methods }) => name in methods && pattern.test(asked))
  if (!route) return []
  const at = `/paths/${toPointer(route.path)}/${name}/responses/${response.statusCode}`
  const described = route.methods[name]?.responses[response.statusCode]
  const faults = described ? judge(described, at, response, body) : ['is not described']
  return faults.map((fault) => `${method} ${url} ${response.statusCode}: ${fault}`)
}

function judge(described: Response, at: string, response: ServerResponse, body: Body): string[] {
  const reference = described.$ref?.slice(1)
  if (reference !== undefined) return judge(find(reference), reference, response, body)
  const faults = Object.keys(described.headers ?? {}).flatMap((name) => {
    const value = response.getHeader(name)
    const header: Response = Reflect.get(described.headers ?? {}, name)
    const schema = `${header.$ref?.slice(1) ?? `${at}/headers/${name}`}/schema`
    return value === undefined || Array.isArray(value) ? [] : findDifferences(name, schema, value)
  })
  const declared = new Set(Object.keys(described.headers ?? {}).map((name) => name.toLowerCase()))
  // 408 is described as Node answers it. The service does so for an upload, with the headers of every answer.
  const names = response.statusCode === 408 ? [] : response.getHeaderNames()
  for (const name of names)
    if (!declared.has(name) && !general.has(name) && !name.startsWith('access-control-'))
      faults.push(`the header "${name}" is not described`)
  const types = Object.keys(described.content ?? {})
  const sent = readType(response)
  if (types.length === 0 || body.bytes === 0) return faults
  const type = types.find((each) => each === sent || (each.endsWith('*') && sent.startsWith(each.slice(0, -1))))
  if (type === undefined) return [...faults, `its type "${sent}" is not described`]
  if (!isJson(type)) return faults
  const content = JSON.parse(Buffer.concat(body.chunks).toString())
  return [...faults, ...findDifferences('its body', `${at}/content/${toPointer(type)}/schema`, content)]
}

/** Returns where a value differs from the schema at a place of the description. */
function findDifferences(name: string, at: string, value: unknown): string[] {
  const validate = ajv.getSchema(`openapi#${at}`)
  if (!validate) throw new Error(`openapi.json has no schema at ${at}`)
  const isNumber = typeof value === 'string' && Reflect.get(find(at), 'type') === 'integer'
  if (validate(isNumber ? Number(value) : value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath} ${message}`)
}

/** Returns what stands at a place of the description. */
function find(at: string): Response {
  const names = at.slice(1).split('/')
  return names.reduce<object>((inner, name) => Reflect.get(inner, name.replaceAll('~1', '/')), description)
}

function toPointer(name: string) {
  return name.replaceAll('/', '~1')
}
