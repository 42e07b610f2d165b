import { join } from 'node:path'
import { createClient } from '@media-library/client/ts-rest'
import { forgetJobs, openLibrary } from '../library.js'
import { PRICES, type Scenario } from '../scenario.js'
import { startProcess } from '../start-process.js'

const count = 100_000
const warmUpCount = 1_000
const name = 'refresh-metadata'

/** Inserts the rows of a request, without checking the owner of the assets or the jobs that are already queued. */
const enqueue = `
  INSERT INTO asset_job (asset_id, name, owner_id)
  SELECT requested, $2, (SELECT id FROM "user" LIMIT 1) FROM unnest($1::uuid[]) AS requested`

/** Compares one request for 100,000 jobs with one statement that inserts them. */
export const enqueueJobs: Scenario = {
  name: 'enqueue-100000',
  unit: 'jobs',
  aim: 0.5,
  price: PRICES.job,
  prepare: async ({ folder, signal }) => {
    const library = await openLibrary(join(folder, 'library'))
    const { pool, env, apiKey } = library
    const assetIds = await library.addPhotos(Array.from({ length: count }, (_, index) => `/photos/${index}.jpg`))

    const bySql = (ids: string[]) => pool.query(enqueue, [ids, name])
    const byRequest = async (baseUrl: string, ids: string[]) => {
      const answer = await createClient({ baseUrl, apiKey }).runAssetJobs({ body: { assetIds: ids, name } })
      if (answer.status !== 204)
        throw new Error(`runAssetJobs answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }

    return {
      ours: async () => {
        const server = await startProcess({
          module: import.meta.resolve('@media-library/server/main'),
          args: ['serve', '--no-worker'],
          env: { ...env, PORT: '0' },
          ready: /Address +(http\S+)/,
          signal,
        })
        const baseUrl = server.greeting[1] as string
        try {
          await forgetJobs(library)
          await byRequest(baseUrl, assetIds.slice(0, warmUpCount))
          await forgetJobs(library)
          return { rate: await Promise.race([perSecond(() => byRequest(baseUrl, assetIds)), server.ended]) }
        } finally {
          await server.stop()
        }
      },
      floor: async () => {
        await forgetJobs(library)
        await bySql(assetIds.slice(0, warmUpCount))
        await forgetJobs(library)
        return { rate: await perSecond(() => bySql(assetIds)) }
      },
      close: library.close,
    }
  },
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (count * 1_000) / (performance.now() - startedAt)
}
