import type { AssetIdResult, AssetIds, CreateTag, Tag, UpdateTag } from '../../types/index.js'
import type { Ask } from '../ask.js'
import { tell } from '../events.js'
import type { Library } from '../library.js'
import { Refusal, type Success } from '../outcome.js'

/** The rules of the operations that change tags. */
export const tagChanges = { createTag, updateTag, deleteTag, tagAssets, untagAssets }

type TagRecord = Tag & { assetIds: Set<string> }

function createTag({ library, fixtures, caller, body }: Ask<CreateTag>): Success {
  const { name, type = 'CUSTOM' } = body
  requireFreeName(library, caller.id, name)
  const tag = { ...fixtures.aTag(), name, type, userId: caller.id }
  library.tags.set(tag.id, { ...tag, assetIds: new Set() })
  return { status: 201, body: tag }
}

function updateTag(ask: Ask<UpdateTag>): Success {
  const tag = requireTag(ask)
  const { name = tag.name } = ask.body
  if (name !== tag.name) {
    requireFreeName(ask.library, ask.caller.id, name)
    tag.name = name
    tellOf(ask, tag.assetIds)
  }
  return { status: 200, body: show(tag) }
}

function deleteTag(ask: Ask): Success {
  const tag = requireTag(ask)
  ask.library.tags.delete(tag.id)
  tellOf(ask, tag.assetIds)
  return { status: 204 }
}

function tagAssets(ask: Ask<AssetIds>): Success {
  const { library, caller } = ask
  return change(ask, ({ assetIds }, id) => {
    const asset = library.assets.get(id)
    if (asset?.ownerId !== caller.id || asset.isTrashed) return 'not_found'
    if (assetIds.has(id)) return 'duplicate'
    assetIds.add(id)
    return null
  })
}

function untagAssets(ask: Ask<AssetIds>): Success {
  return change(ask, ({ assetIds }, id) => {
    const asset = ask.library.assets.get(id)
    return asset && !asset.isTrashed && assetIds.delete(id) ? null : 'not_found'
  })
}

type Fault = NonNullable<AssetIdResult['error']>

function change(ask: Ask<AssetIds>, one: (tag: TagRecord, id: string) => Fault | null): Success {
  const tag = requireTag(ask)
  const results = ask.body.assetIds.map((assetId): AssetIdResult => {
    const error = one(tag, assetId)
    return error === null ? { assetId, success: true } : { assetId, success: false, error }
  })
  tellOf(
    ask,
    results.filter(({ success }) => success).map(({ assetId }) => assetId),
  )
  return { status: 200, body: results }
}

function requireTag({ library, caller, id }: Ask<unknown>): TagRecord {
  const tag = library.tags.get(id)
  if (tag?.userId === caller.id) return tag
  throw new Refusal('not_found', 'There is no such tag.')
}

function requireFreeName({ tags }: Library, userId: string, name: string) {
  if (![...tags.values()].some((tag) => tag.userId === userId && tag.name === name)) return
  const errors = [{ pointer: '/name', code: 'name_taken', detail: 'is the name of another tag of yours' }]
  throw new Refusal('name_taken', `You already have a tag "${name}".`, { errors })
}

function show({ assetIds: _, ...tag }: TagRecord): Tag {
  return tag
}

function tellOf({ library, caller }: Ask<unknown>, assetIds: Iterable<string>) {
  for (const assetId of assetIds) tell(library, [caller.id], { type: 'asset.updated', assetId, changed: ['tags'] })
}
