import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { bodyMemory } from '../../../src/admission/admission.js'
import { createUser } from '../../support/database/factories.js'
import { openSocket } from '../../support/http/raw-http.js'
import { startTestServer } from '../../support/http/server.js'
import { LONG_TRANSACTION, until } from '../../support/until.js'

const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' })
const [ada, ben] = [await createUser(server.database), await createUser(server.database)]

const MIB = 1024 * 1024
const large = JSON.stringify({ albumName: 'Large', description: 'x' }) + ' '.repeat(MIB)
const json = 'host: x\r\ncontent-type: application/json\r\n'

/** Sends the beginning of a request, and keeps the connection. */
async function begin(bytes: string | Buffer) {
  const socket = await openSocket(server)
  const held = { socket, answer: '' }
  socket.on('data', (chunk) => {
    held.answer += chunk
  })
  onTestFinished(() => void socket.destroy())
  socket.write(bytes)
  return held
}

function post(path: string, headers: string, body: string | Buffer = '') {
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${json}${headers}\r\n`), Buffer.from(body)])
}

/** The beginnings of bodies whose ends do not come. */
const slow: Record<string, (sender: string) => Buffer> = {
  'a chunk, without a key': (sender) => post('/api/auth/code', `${sender}transfer-encoding: chunked\r\n`, '1\r\n{\r\n'),
  'a chunk': (sender) => post('/api/album', `${sender}transfer-encoding: chunked\r\n`, '1\r\n{\r\n'),
  'a byte of many': (sender) => post('/api/album', `${sender}content-length: ${2 * MIB}\r\n`, '{'),
  'the first bytes of gzip': (sender) =>
    post('/api/album', `${sender}content-encoding: gzip\r\ncontent-length: 999\r\n`, gzipSync('{').subarray(0, 11)),
}

/** Creates a tag by a body that comes in chunks. */
async function createTag({ apiKey }: { apiKey: string }) {
  const body = new Blob([JSON.stringify({ name: randomUUID(), type: 'CUSTOM' })]).stream()
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  return fetch(`${server.url}/api/tag`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

function createAlbum({ apiKey }: { apiKey: string }, body: string | Uint8Array<ArrayBuffer>, encoding = 'identity') {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', 'content-encoding': encoding }
  return fetch(`${server.url}/api/album`, { method: 'POST', headers, body })
}

/** What becomes of large bodies, and of small ones that come in chunks or compressed. */
async function answersTo(user: { apiKey: string }) {
  const compressed = gzipSync('{"albumName":""}')
  const answers = [
    createAlbum(user, large),
    createAlbum(user, large),
    createTag(user),
    createAlbum(user, compressed, 'gzip'),
  ]
  return (await Promise.all(answers)).map(({ status }) => status)
}

test('200 slow senders from 20 addresses are still sending when large and small bodies of others have been answered', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => createUser(server.database)))
  const held = await Promise.all(
    Array.from({ length: 200 }, (_, n) => {
      const { apiKey } = users[n % 20] as { apiKey: string }
      const kind = Object.values(slow)[Math.floor(n / 50)] as (sender: string) => Buffer
      return begin(kind(`x-api-key: ${apiKey}\r\nx-forwarded-for: 203.0.113.${n % 20}\r\n`))
    }),
  )

  const statuses = await answersTo(ada)

  expect(held.filter(({ socket, answer }) => socket.closed || answer !== '')).toEqual([])
  expect(statuses).toEqual([201, 201, 201, 201])
})

test('bodies that break off hold nobody up', async () => {
  const kinds = Object.values(slow).flatMap((kind) => [kind, kind, kind])
  for (const kind of kinds) {
    const { socket } = await begin(kind(`x-api-key: ${ben.apiKey}\r\n`))
    socket.resetAndDestroy()
    await once(socket, 'close')
  }

  expect(await answersTo(ben)).toEqual([201, 201, 201, 201])
})

const nineMegabytes = `{"albumName":"Large"${' '.repeat(9_000_000)}`

test.each([
  ['as it is', `content-length: ${nineMegabytes.length + 1}\r\n`, nineMegabytes],
  ['compressed', 'content-encoding: gzip\r\ncontent-length: 99999\r\n', gzipSync(nineMegabytes)],
])(
  'a user whose bodies, sent %s, take too much memory is told to retry, and others go on',
  async (_how, headers, body) => {
    const part = post('/api/album', `x-api-key: ${ada.apiKey}\r\n${headers}`, body)
    const held = await Promise.all(Array.from({ length: 8 }, () => begin(part)))
    const refused = await until(() => held.find(({ answer }) => answer.includes('\r\n\r\n')))

    const ofBen = await answersTo(ben)
    const stillHeld = held.filter(({ answer, socket }) => answer === '' && !socket.closed)
    for (const { socket } of stillHeld) socket.destroy()

    expect(refused.answer).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: 5\r\n/is)
    expect(ofBen).toEqual([201, 201, 201, 201])
    expect(stillHeld.length).toBeGreaterThan(3)
    await until(async () => (await createAlbum(ada, `${nineMegabytes}}`)).status === 201)
  },
)

/** Takes as much memory for bodies as it gets. Returns what gives it back. */
function takeMemory(caller: string): () => void {
  const share = bodyMemory.begin(caller)
  for (let bytes = 64 * MIB; bytes >= 1; ) {
    try {
      share.take(bytes)
    } catch {
      bytes /= 2
    }
  }
  return share.end
}

test('20 callers whose bodies take all memory leave enough for the usual bodies of each other user', async () => {
  const ends = Array.from({ length: 20 }, (_, caller) => takeMemory(`caller ${caller}`))
  const small = `{"albumName":"Small"${' '.repeat(60_000)}}`

  const refused = await createAlbum(ben, large)
  const answers = await Promise.all([
    createAlbum(ben, small),
    createTag(ben),
    createAlbum(ben, gzipSync(small), 'gzip'),
  ])
  for (const end of ends) end()

  expect(refused.status).toBe(503)
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
})

test('large bodies of a user wait for their turn, small ones do not, and those beyond the queue are told to retry', async () => {
  const answers: Response[] = []
  let sent: Promise<unknown>[] = []
  const small = await server.database.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE album`
    sent = Array.from({ length: 23 }, () => createAlbum(ada, large).then((answer) => answers.push(answer)))
    await until(() => answers.length === 2)
    return createTag(ada)
  }, LONG_TRANSACTION)
  await Promise.all(sent)

  const [first, second, ...others] = answers
  expect([first, second].map((answer) => answer?.status)).toEqual([503, 503])
  expect(first?.headers.get('retry-after')).toBe('5')
  expect(small.status).toBe(201)
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201]))
})
