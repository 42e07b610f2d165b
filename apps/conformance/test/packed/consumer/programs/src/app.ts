import { type Album, type Asset, createClient, isProblem } from '@media-library/client'
import { createQueries } from '@media-library/client/tanstack'
import { createClient as createValidatedClient } from '@media-library/client/validated'
import { Asset as AssetSchema } from '@media-library/contract/schemas'

const client = createClient({
  baseUrl: 'http://127.0.0.1:2283',
  apiKey: 'mlk_1',
  fetch,
  onRetry: ({ delayMs }) => delayMs,
})

export async function share(assetIds: string[], userId: string): Promise<Album | number> {
  try {
    const { id } = await client.createAlbum({ albumName: 'Summer', assetIds }, { signal: AbortSignal.timeout(1_000) })
    return await client.addUsersToAlbum(id, { sharedUserIds: [userId] }, { minimal: true })
  } catch (error) {
    if (isProblem(error, 'unusable_ids')) return error.problem.errorCount ?? 0
    throw error
  }
}

export async function names(tagId: string): Promise<string[]> {
  const found: Asset[] = []
  for await (const asset of client.getTagAssets(tagId, { limit: 100 })) found.push(asset)
  return found.flatMap(({ stack = [] }) => stack.map(({ originalFileName }) => originalFileName))
}

export const queries = createQueries(
  createValidatedClient({ baseUrl: 'http://127.0.0.1:2283', token: async () => 'abc' }),
)

export function read(value: unknown): AssetSchema {
  return AssetSchema.parse(value)
}

export function wrong() {
  // @ts-expect-error the name of a job is one of three
  return client.runAssetJobs({ assetIds: [], name: 'delete' })
}
