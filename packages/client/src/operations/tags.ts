import type { Calls } from '../calls.js'
import type { CallOptions, PageOptions } from '../options.js'
import type { List } from '../pages.js'
import type { Reply } from '../reply.js'
import type { Asset, AssetIdResult, AssetIds, CreateTag, Tag, UpdateTag } from '../types/index.js'

export interface TagOperations {
  /** The assets that carry a tag of the caller, newest first: `for await (const asset of client.getTagAssets(tagId))`. */
  getTagAssets(tagId: string, options?: PageOptions): List<Asset>
  /** The tags of the caller, by name. */
  getAllTags(options?: CallOptions): Reply<Tag[]>
  /** A tag of the caller. */
  getTagById(tagId: string, options?: CallOptions): Reply<Tag>
  /** Makes a tag. It fails with `name_taken` when the caller has one of that name. */
  createTag(tag: CreateTag, options?: CallOptions): Reply<Tag>
  /** Renames a tag of the caller. It fails with `name_taken` when the caller has another one of that name. */
  updateTag(tagId: string, change: UpdateTag, options?: CallOptions): Reply<Tag>
  /** Deletes a tag of the caller. The assets stay. */
  deleteTag(tagId: string, options?: CallOptions): Reply<void>
  /** Puts a tag on assets of the caller. It resolves to a result for each id: one that cannot be tagged does not stop the others. */
  tagAssets(tagId: string, assets: AssetIds, options?: CallOptions): Reply<AssetIdResult[]>
  /** Takes a tag off assets. It resolves to a result for each id. */
  untagAssets(tagId: string, assets: AssetIds, options?: CallOptions): Reply<AssetIdResult[]>
}

export function tagOperations({ read, once, list }: Calls): TagOperations {
  return {
    getTagAssets: (id, { limit, cursor, ...options } = {}) =>
      list('getTagAssets', { id, query: { limit, cursor } }, options),
    getAllTags: (options) => read('getAllTags', {}, options),
    getTagById: (id, options) => read('getTagById', { id }, options),
    createTag: (body, options) => once('createTag', { body }, options),
    updateTag: (id, body, options) => read('updateTag', { id, body }, options),
    deleteTag: (id, options) => once('deleteTag', { id }, options),
    tagAssets: (id, body, options) => read('tagAssets', { id, body }, options),
    untagAssets: (id, body, options) => read('untagAssets', { id, body }, options),
  }
}
