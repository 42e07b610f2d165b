import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { countAssets } from '../support/asset-counter.js'
import { createAssets, createUser } from '../support/factories.js'
import { byTier, report } from '../support/long.js'
import { watchMemory } from '../support/memory.js'
import { serve } from '../support/serve-process.js'
import { startTestServer } from '../support/server.js'

const COUNT = 100_000

const { url: inProcess, database, databaseUrl } = await startTestServer()
const ada = await createUser(database)

const post = async (url: string, path: string, body: object) => {
  const asked = request(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': ada.apiKey, 'content-type': 'application/json' },
    agent: false,
  })
  asked.end(JSON.stringify(body))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode, assets: await countAssets(response) }
}

describe.runIf(process.platform === 'linux')('C7 100,000 ids, a tenth of them twice', () => {
  let assetIds: string[]
  beforeAll(async () => {
    const ids = await createAssets(database, ada, COUNT * 0.9)
    assetIds = [...ids, ...ids.slice(0, COUNT * 0.1)]
  }, 120_000)

  const startServer = async () => {
    const { url, child } = await serve({ DATABASE_URL: databaseUrl, RATE_LIMIT: '0' }, ['--no-worker'])
    await post(url, 'album', { albumName: 'Warm' })
    return { url, grownBy: await watchMemory(child.pid as number) }
  }

  const asks = [
    ['createAlbum', 'album', { albumName: 'Everything' }, { status: 201, assets: COUNT * 0.9 }],
    ['runAssetJobs', 'asset/jobs', { name: 'refresh-metadata' }, { status: 204, assets: 0 }],
  ] as const

  test.each(asks.flatMap((ask) => byTier([1], [1], [1, 10]).map((times) => [times, ...ask] as const)))(
    '%i at once in %s are taken with at most 250 MB',
    { timeout: 300_000 },
    async (times, operation, path, body, expected) => {
      const { url, grownBy } = await startServer()

      const answers = await Promise.all(Array.from({ length: times }, () => post(url, path, { ...body, assetIds })))

      const grown = grownBy()
      report(`${times} × ${operation} of 100,000 ids`, { 'memory grown by MB': Math.round(grown) })
      expect(answers).toEqual(answers.map(() => expected))
      expect(grown).toBeLessThan(250)
    },
  )

  test.each(asks)('one more in %s is refused', async (_operation, path, body) => {
    const { status } = await post(inProcess, path, { ...body, assetIds: [...assetIds, randomUUID()] })

    expect(status).toBe(400)
  })
})
