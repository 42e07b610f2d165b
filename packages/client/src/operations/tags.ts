import type { Asset, Tag } from '@media-library/contract/schemas'
import type { Calls } from '../calls.js'
import type { CallOptions, ListOptions, PageOptions } from '../options.js'
import { eachOf, nextCursorOf, type TagAssetsPage, type Unchanged } from '../pages.js'

export interface TagOperations {
  /** All assets that carry a tag of the caller, newest first; a page of them with `limit`. */
  getTagAssets(tagId: string, options?: PageOptions): Promise<Asset[]>
  /** getTagAssets with what leads to the next page, and with the `etag` that names this state of the list. */
  getTagAssetsPage(tagId: string, options?: PageOptions & { etag?: undefined }): Promise<TagAssetsPage>
  /** The same, or `{ status: 'unchanged' }` while the list is still what the `etag` of an earlier page says. */
  getTagAssetsPage(
    tagId: string,
    options: PageOptions & { etag: string | undefined },
  ): Promise<TagAssetsPage | Unchanged>
  /** The assets of a tag one by one, read page by page: `for await (const asset of client.listTagAssets(tagId))`. */
  listTagAssets(tagId: string, options?: ListOptions): AsyncGenerator<Asset>
  /** The tags of the caller, by name. */
  getAllTags(options?: CallOptions): Promise<Tag[]>
  /** A tag of the caller. */
  getTagById(tagId: string, options?: CallOptions): Promise<Tag>
}

export function tagOperations({ call, read }: Calls): TagOperations {
  const getTagAssetsPage = (async (
    id: string,
    { limit, cursor, etag, ...options }: PageOptions & { etag?: string | undefined } = {},
  ): Promise<TagAssetsPage | Unchanged> => {
    const headers: Record<string, string> = etag ? { 'if-none-match': etag } : {}
    const request = { id, query: { limit, cursor }, headers, repeatable: true }
    const answer = await call('getTagAssets', request, options)
    if (etag && answer.status === 304) return { status: 'unchanged', etag }
    return {
      status: 'ok',
      assets: answer.body as Asset[],
      etag: answer.headers.get('etag') ?? undefined,
      nextCursor: nextCursorOf(answer.headers.get('link')),
    }
  }) as TagOperations['getTagAssetsPage']

  return {
    getTagAssets: async (id, options) => (await getTagAssetsPage(id, { ...options, etag: undefined })).assets,
    getTagAssetsPage,
    listTagAssets: (id, { pageSize: limit = 500, ...options } = {}) =>
      eachOf(async (cursor) => {
        const { assets: items, nextCursor } = await getTagAssetsPage(id, { ...options, limit, cursor })
        return { items, nextCursor }
      }),
    getAllTags: (options) => read('getAllTags', {}, options),
    getTagById: (id, options) => read('getTagById', { id }, options),
  }
}
