import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAssets, createTag, createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'
import { byLevel, report } from '../../support/long.js'
import { draw, drawFrom, SEED } from '../../support/random.js'

const LISTS = byLevel(100, 1_000, 20_000)
const AT_ONCE = 10

const server = await startTestServer()
const { database } = server
const [ada, eve] = [await createUser(database), await createUser(database)]
const own = await createAssets(database, eve, 5)
const foreign = await createAssets(database, ada, 5)
const tag = await createTag(database, ada, { assetIds: foreign })
const album = await database.album.create({ data: { ownerId: ada.id, albumName: 'Private' } })

function ask(method: string, path: string, body?: object) {
  return send(server, path, { method, apiKey: eve.apiKey, body })
}

function makeList() {
  const kinds = Array.from({ length: draw(1, 6) }, () => drawFrom(['own', 'foreign', 'random']))
  kinds[draw(0, kinds.length - 1)] = drawFrom(['foreign', 'random'])
  const ids = { own: () => drawFrom(own), foreign: () => drawFrom(foreign), random: () => randomUUID() }
  return kinds.map((kind) => ({ kind, id: ids[kind as keyof typeof ids]() }))
}

async function tryList() {
  const list = makeList()
  const assetIds = list.map(({ id }) => id)
  const bodies = [
    ['/api/album', { albumName: 'Stolen', assetIds }],
    ['/api/asset/jobs', { assetIds, name: 'refresh-metadata' }],
  ] as const
  const refused = list.flatMap(({ kind }, position) => (kind === 'own' ? [] : [`/assetIds/${position}`]))

  const answers = await Promise.all(bodies.map(([path, body]) => ask('POST', path, body)))
  const notFound = await Promise.all([
    ask('GET', `/api/tag/${drawFrom([tag.id, randomUUID()])}/assets`),
    ask('PUT', `/api/album/${drawFrom([album.id, randomUUID()])}/users`, { sharedUserIds: [eve.id] }),
  ])

  for (const { status, body } of answers) {
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect({ status, pointers }).toEqual({ status: 400, pointers: refused })
  }
  expect(notFound.map(({ status }) => status)).toEqual([404, 404])
}

test(`${LISTS} random lists with ids of others are refused, and each position is named (C8, C9)`, async () => {
  process.stdout.write(`random ids, seed ${SEED}\n`)
  for (let tried = 0; tried < LISTS; tried += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, tryList))

  expect(await database.album.count()).toBe(1)
  expect(await database.albumUser.count()).toBe(0)
  expect(await database.assetJob.count()).toBe(0)
  report('random lists', { seed: String(SEED), refused: LISTS })
})
