import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSessionToken } from '../../src/users/credential.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createSession, createUser, type TestUser } from '../support/database/factories.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { openSocket } from '../support/http/raw-http.js'
import { runHere } from '../support/processes/cli.js'
import { until } from '../support/until.js'
import { beginPatch, create, head, patch } from '../support/uploads/resumable.js'
import { filesIn } from '../support/uploads/upload.js'

const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0', UPLOAD_LIMIT: '64MiB' })
const { database } = server
const run = (...args: string[]) => runHere(args, { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir })

const photo = Buffer.concat([await makeJpeg(), Buffer.alloc(1_000_000)])

/** Begins an upload, and returns its connection with what is to be sent. */
const kinds = {
  form: async ({ apiKey }: TestUser) => {
    const form = new FormData()
    const told = { deviceAssetId: 'a', deviceId: 'a', fileCreatedAt: '2024-01-01', fileModifiedAt: '2024-01-01' }
    for (const [name, value] of Object.entries(told)) form.append(name, value)
    form.append('assetData', new File([Uint8Array.from(photo)], 'a.jpg'))
    const encoded = new Response(form)
    const content = Buffer.from(await encoded.clone().arrayBuffer())
    const socket = await openSocket(server)
    const type = encoded.headers.get('content-type')
    const headers = [`x-api-key: ${apiKey}`, `Content-Type: ${type}`, `Content-Length: ${content.length}`]
    socket.write(`${['POST /api/asset/upload HTTP/1.1', 'Host: x', ...headers].join('\r\n')}\r\n\r\n`)
    return { socket, content }
  },
  'last part': (ada: TestUser) => beginPart(ada, photo.length),
  'part that more follow': (ada: TestUser) => beginPart(ada, photo.length + 1),
}

async function beginPart(ada: TestUser, size: number) {
  const { address } = await create(server, ada, size)
  return { socket: await beginPatch(ada, address, { length: photo.length }), content: photo }
}

const revocations = {
  'its key is revoked': async ({ id: userId }: TestUser) => {
    const { id } = await database.apiKey.findFirstOrThrow({ where: { userId } })
    return run('key', 'revoke', id)
  },
  'its session ends': async ({ id: userId }: TestUser) => {
    await database.session.deleteMany({ where: { userId } })
    return { stderr: '', exitCode: 0 }
  },
  'its user is disabled': ({ email }: TestUser) => run('user', 'disable', email),
  'its user is removed': ({ email }: TestUser) => run('user', 'remove', email, '--yes'),
}

/** Begins a session of a user. Returns its token, which is sent as a key is. */
async function signIn(user: TestUser): Promise<string> {
  const { id, token, secretHash } = makeSessionToken()
  await createSession(database, user, { id, secretHash })
  return token
}

/** The files and folders of a user, and all that arrives. */
async function findTraces({ id }: TestUser) {
  const entries = await readdir(join(dataDir, 'upload'), { recursive: true })
  return entries.filter((path) => path.includes(id))
}

/** Each two of the three meet. */
const cases = (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind, row) =>
  (Object.keys(revocations) as (keyof typeof revocations)[]).map((revocation, column) => {
    const goesOn = (row + column) % 2 === 0
    return { kind, revocation, goesOn, next: goesOn ? 'is all sent' : 'stops' }
  }),
)

test.for(cases)('a $kind that $next after $revocation is refused, and stores nothing (UP20)', async (chosen) => {
  const user = await createUser(database)
  const ada = chosen.revocation === 'its session ends' ? { ...user, apiKey: await signIn(user) } : user
  const { socket, content } = await kinds[chosen.kind](ada)
  const answer = once(socket, 'data').then(String)
  socket.write(content.subarray(0, 600_000))
  // Bytes are written in batches of 256 KiB at least, of which the first one is certain.
  await until(async () => (await countArrived(ada)) > 250_000)

  const { stderr, exitCode } = await revocations[chosen.revocation](ada)
  if (chosen.goesOn) socket.write(content.subarray(600_000))

  expect(await answer).toMatch(/^HTTP\/1\.1 40[14] /)
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, ''])
  expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(0)
  expect(await database.library.count({ where: { ownerId: ada.id, name: 'Uploads' } })).toBe(0)
  const isRemoved = chosen.revocation === 'its user is removed'
  if (isRemoved || chosen.kind === 'form') await until(async () => (await findTraces(ada)).length === 0)
})

/** How many bytes of a user's uploads are on the disk. */
async function countArrived({ id }: TestUser) {
  const folder = join(dataDir, 'upload')
  const paths = (await filesIn(folder)).filter((path) => path.includes(id))
  const sizes = await Promise.all(paths.map((path) => stat(join(folder, path)).catch(() => ({ size: 0 }))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

test('a session of the same user goes on with the upload of a key that was revoked (UP20)', async () => {
  const ada = await createUser(database)
  const session = { apiKey: await signIn(ada) }
  const { address } = await create(server, ada, photo.length)
  const socket = await beginPatch(ada, address, { length: photo.length })
  const answer = once(socket, 'data').then(String)
  socket.write(photo.subarray(0, 600_000))
  // Bytes are written in batches of 256 KiB at least, of which the first one is certain.
  await until(async () => (await countArrived(ada)) > 250_000)

  await database.apiKey.deleteMany({ where: { userId: ada.id } })
  await answer
  const { offset } = await head(session, address)
  const { result } = await patch(session, address, offset ?? 0, photo.subarray(offset ?? 0))

  expect(offset).toBeGreaterThan(250_000)
  expect(result?.duplicate).toBe(false)
})
