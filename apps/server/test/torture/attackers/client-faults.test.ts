import { randomUUID } from 'node:crypto'
import { createClient } from '@media-library/client'
import { expect, test } from 'vitest'
import { createAssets, createTag, createUser } from '../../support/database/factories.js'
import { faults, openFaultProxy } from '../../support/database/fault-proxy.js'
import { startTestServer } from '../../support/http/server.js'
import { byLevel, report } from '../../support/long.js'
import { SEED } from '../../support/random.js'

const ROUNDS = byLevel(1, 2, 60)
const AT_ONCE = byLevel(4, 10, 10)

const { url, database } = await startTestServer()
const proxy = await openFaultProxy(url)
const ada = await createUser(database)
const assetIds = await createAssets(database, ada, 3)
const tag = await createTag(database, ada, { assetIds })

const retried = new Map<string, number>()
const client = createClient({
  baseUrl: proxy.url,
  apiKey: ada.apiKey,
  timeoutMs: 5_000,
  retries: 30,
  maxDelayMs: 1_000,
  onRetry: ({ operation }) => retried.set(operation, (retried.get(operation) ?? 0) + 1),
})

/** Reads, makes an album, and asks for a job of a new asset. */
async function callAll() {
  const name = randomUUID()
  const [photo] = (await createAssets(database, ada, 1)) as [string]
  const [{ items: page }, album] = await Promise.all([
    client.getTagAssets(tag.id),
    client.createAlbum({ albumName: name, assetIds }),
    client.runAssetJobs({ assetIds: [photo], name: 'refresh-metadata' }),
  ])
  return { name, photo, page, album }
}

const rounds = Array.from({ length: ROUNDS }, (_, round) => round)

test.each(faults.flatMap((fault) => rounds.map((round) => [fault, round] as const)))(
  '%s between client and server: the client retries, with one effect (round %i)',
  async (fault, round) => {
    proxy.set(fault)
    const called = await Promise.all(Array.from({ length: AT_ONCE }, callAll))
    proxy.set(null)

    const [names, photos] = [called.map(({ name }) => name), called.map(({ photo }) => photo)]
    const albums = await database.album.findMany({ where: { albumName: { in: names } } })
    expect(new Map(albums.map(({ albumName, id }) => [albumName, id]))).toEqual(
      new Map(called.map(({ name, album }) => [name, album.id])),
    )
    expect(albums).toHaveLength(AT_ONCE)
    expect(await database.assetJob.count({ where: { assetId: { in: photos } } })).toBe(AT_ONCE)
    for (const { page } of called) expect(page).toMatchObject({ length: assetIds.length })
    if (round < ROUNDS - 1) return
    report(`${fault} before the server`, {
      seed: String(SEED),
      calls: 3 * AT_ONCE * ROUNDS,
      ...Object.fromEntries(retried),
    })
    retried.clear()
  },
)
