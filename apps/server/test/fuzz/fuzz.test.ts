import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { api, Problem } from '@media-library/contract'
import { type AppRoute, ContractNoBody } from '@ts-rest/core'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeApiKey, readApiKey } from '../../src/users/credential.js'
import {
  createAlbum,
  createAssets,
  createKey,
  createPerson,
  createSession,
  createTag,
  createUser,
} from '../support/database/factories.js'
import { exchange, problemIn } from '../support/http/raw-http.js'
import { startTestServer } from '../support/http/server.js'
import { byLevel, report } from '../support/long.js'
import { SEED } from '../support/random.js'
import { SLOWNESS } from '../support/yardstick.js'
import { expectedStatuses, toOperation } from './oracle.js'
import { anyRequest, type FuzzRequest, type KnownIds, takesBody } from './requests.js'

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] || byLevel(600, 20_000, 500_000))
const AT_ONCE = 40

const server = await startTestServer({ HEADERS_TIMEOUT_SECONDS: String(Math.ceil(2 * SLOWNESS)), LOG_LEVEL: 'error' })
const { database } = server
const [ada, ben] = [await createUser(database), await createUser(database)]
const assets = await createAssets(database, ada, 5)
const [seen = '', left = ''] = await createAssets(database, ben, 2)
const album = await createAlbum(database, ada)
const shared = await createAlbum(database, ben, { assetIds: [seen], sharedWith: [ada] })
const unshared = await createAlbum(database, ben, { assetIds: [left] })
const tag = await createTag(database, ada, { assetIds: assets })
const idOfKey = (key: string) => readApiKey(key)?.id ?? ''
const link = await database.sharedLink.create({
  data: {
    id: randomUUID(),
    userId: ada.id,
    keyHash: randomBytes(32),
    allowDownload: true,
    allowUpload: true,
    showMetadata: true,
  },
})
const person = await createPerson(database, ada, { id: assets[0] ?? '' })
const known: KnownIds = {
  assets,
  users: [ada.id, ben.id],
  albums: [album.id],
  tags: [tag.id],
  people: [person.id],
  faces: (await database.assetFace.findMany({ where: { personId: person.id } })).map(({ id }) => id),
  doomed: (await createTag(database, ada)).id,
  doomedAlbum: (await createAlbum(database, ada)).id,
  doomedDevice: (await createSession(database, ada)).id,
  apiKeys: [idOfKey(await createKey(database, ada.id))],
  doomedLink: link.id,
  doomedKey: idOfKey(await createKey(database, ada.id)),
  doomedAssets: await createAssets(database, ada, 5),
  shared: [shared.id],
  seen: [seen],
  foreign: [
    unshared.id,
    left,
    ...(await createAssets(database, ben, 2)),
    (await createTag(database, ben)).id,
    (await createPerson(database, ben, { id: left })).id,
    idOfKey(ben.apiKey),
  ],
}
const keys = {
  ada: ada.apiKey,
  narrow: await createKey(database, ada.id, { scopes: [] }),
  wrong: makeApiKey().key,
  nobody: undefined,
}

let busy = 0
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
afterAll(() => agent.destroy())

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

function toPath({ operation, id, query }: FuzzRequest) {
  const search = new URLSearchParams(query).toString()
  const path = api[operation].path.replace(':userId', 'me').replace(':id', () => encodeURIComponent(id.toWellFormed()))
  return path + (search && `?${search}`)
}

function toHeaders({ headers, caller, gzip, body }: FuzzRequest) {
  return {
    ...headers,
    ...(headers['idempotency-key'] === 'unique' && { 'idempotency-key': randomUUID() }),
    ...(keys[caller] && { 'x-api-key': keys[caller] }),
    ...(gzip && body !== undefined && { 'content-encoding': 'gzip' }),
  }
}

function send(fuzz: FuzzRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const body = fuzz.body === undefined ? undefined : fuzz.gzip ? gzipSync(fuzz.body) : Buffer.from(fuzz.body)
    const length = body || takesBody(api[fuzz.operation]) ? { 'content-length': body?.length ?? 0 } : {}
    const options = { agent, method: fuzz.method, path: toPath(fuzz), headers: { ...toHeaders(fuzz), ...length } }
    httpRequest(server.url, options, async (response) => {
      const { statusCode = 0, headers } = response
      resolve({ status: statusCode, headers, body: await text(response) })
    })
      .on('error', reject)
      .end(body)
  })
}

/** Does as 503 says: a machine that is busy otherwise may need it. */
async function sendOrResend(fuzz: FuzzRequest): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(fuzz)
    if (answer.status !== 503 || attempt === 5) return answer
    busy += 1
    await sleep(Number(answer.headers['retry-after']) * 1_000)
  }
}

/** Asserts all that an answer of a status must be. */
function judgeAnswer(route: AppRoute, method: string, { status, headers, body }: Answer) {
  const schema = route.responses[status] as z.ZodType | symbol | object | undefined
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).not.toMatch(/SELECT |prisma|ZodError|node_modules|\.js:\d/i)
  if (status !== 405 && status !== 404) expect(schema, 'is declared').toBeDefined()
  const isEmpty = method === 'HEAD' || [204, 304].includes(status) || schema === ContractNoBody
  if (isEmpty) return expect(body).toBe('')
  if (headers['content-type'] === 'text/event-stream') return expect(body).toMatch(/^retry: \d+\n\n/)
  const answer = JSON.parse(body)
  if (status < 400) {
    expect(headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/)
    return expect((schema as z.ZodType).parse(answer)).toEqual(answer)
  }
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(Problem.strict().parse(answer)).toMatchObject({ status, instance: `urn:uuid:${headers['x-request-id']}` })
}

async function judge(fuzz: FuzzRequest) {
  const expected = expectedStatuses(fuzz, known)
  const answer = await sendOrResend(fuzz)
  try {
    expect(expected).toContain(answer.status)
    judgeAnswer(api[toOperation(fuzz)], fuzz.method, answer)
  } catch (error) {
    const asked = JSON.stringify({ ...fuzz, path: toPath(fuzz) }).slice(0, 2_000)
    throw new Error(
      `${(error as Error).message}\nasked: ${asked}\nanswered: ${answer.status} ${answer.body.slice(0, 500)}`,
    )
  }
  return answer.status
}

/** Throws what went wrong, how to see it again, and not the thousands of values that led there. */
async function hold(property: fc.IAsyncProperty<unknown>, batches: number) {
  const run = await fc.check(property, { seed: SEED, numRuns: batches, endOnFailure: true })
  if (run.failed) throw new Error(`TEST_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}: ${run.errorInstance}`)
}

test(`${REQUESTS} requests drawn from the contract get the answers that it describes`, {
  timeout: 7_200_000,
}, async () => {
  const counts = new Map<number, number>()

  await hold(
    fc.asyncProperty(fc.array(anyRequest(known), { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      for (const status of await Promise.all(requests.map(judge))) counts.set(status, (counts.get(status) ?? 0) + 1)
    }),
    Math.ceil(REQUESTS / AT_ONCE),
  )

  const sorted = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => [`${status}`, count])
  report('fuzz', { seed: String(SEED), ...Object.fromEntries(sorted), 'sent again after 503': busy })
})

test('bytes that are almost HTTP get a problem, or no answer', { timeout: 600_000 }, async () => {
  const text = `POST /api/album HTTP/1.1\r\nhost: x\r\nx-api-key: ${keys.ada}\r\ncontent-type: application/json\r\ncontent-length: 16\r\n\r\n{"albumName":""}`
  const bytes = fc
    .array(fc.tuple(fc.nat(text.length - 1), fc.nat(3), fc.uint8Array({ maxLength: 4 })), {
      minLength: 1,
      maxLength: 4,
    })
    .map((edits) =>
      edits.reduce(
        (whole, [at, dropped, added]) => Buffer.concat([whole.subarray(0, at), added, whole.subarray(at + dropped)]),
        Buffer.from(text),
      ),
    )

  await hold(
    fc.asyncProperty(fc.array(bytes, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (all) => {
      const exchanges = await Promise.all(all.map((one) => exchange(server, one, { end: true })))
      for (const { answers } of exchanges) {
        for (const answer of answers.filter(({ status }) => status >= 400)) {
          expect(problemIn(answer).status).toBeLessThan(500)
        }
      }
    }),
    Math.ceil(REQUESTS / AT_ONCE / 20),
  )
})
