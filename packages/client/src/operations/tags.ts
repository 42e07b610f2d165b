import type { Calls } from '../calls.js'
import type { CallOptions, PageOptions } from '../options.js'
import type { List } from '../pages.js'
import type { Reply } from '../reply.js'
import type { Asset, Tag } from '../types/index.js'

export interface TagOperations {
  /** The assets that carry a tag of the caller, newest first: `for await (const asset of client.getTagAssets(tagId))`. */
  getTagAssets(tagId: string, options?: PageOptions): List<Asset>
  /** The tags of the caller, by name. */
  getAllTags(options?: CallOptions): Reply<Tag[]>
  /** A tag of the caller. */
  getTagById(tagId: string, options?: CallOptions): Reply<Tag>
}

export function tagOperations({ read, list }: Calls): TagOperations {
  return {
    getTagAssets: (id, { limit, cursor, ...options } = {}) =>
      list('getTagAssets', { id, query: { limit, cursor } }, options),
    getAllTags: (options) => read('getAllTags', {}, options),
    getTagById: (id, options) => read('getTagById', { id }, options),
  }
}
