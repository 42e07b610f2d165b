import type { AssetIds, CreateTag, UpdateTag } from '@media-library/contract/schemas'
import { type Ask, isOwn, Refusal, requireFound, resultsOf } from '../ask.js'
import { compare, showAssets, showTag, tell } from '../library.js'

export const tags = {
  getAllTags: (ask: Ask) => listTags(ask).map(showTag),
  getTagById: (ask: Ask) => showTag(requireTag(ask)),
  getTagAssets: (ask: Ask) => showAssets(ask.library, requireTag(ask).assetIds),

  createTag(ask: Ask<CreateTag>) {
    const { library, caller, body } = ask
    const { name, type = 'CUSTOM' } = body
    requireFreeName(ask, name)
    const tag = library.fixtures.aTag({ name, type, userId: caller.id })
    library.tags.set(tag.id, { ...tag, assetIds: new Set() })
    return tag
  },

  updateTag(ask: Ask<UpdateTag>) {
    const tag = requireTag(ask)
    const { name = tag.name } = ask.body
    if (name !== tag.name) requireFreeName(ask, name)
    tag.name = name
    tellOf(ask, tag.assetIds)
    return showTag(tag)
  },

  deleteTag(ask: Ask) {
    const { id, assetIds } = requireTag(ask)
    ask.library.tags.delete(id)
    tellOf(ask, assetIds)
  },

  tagAssets(ask: Ask<AssetIds>) {
    const { assetIds } = requireTag(ask)
    return resultsOf('assetId', ask.body.assetIds, (id) => {
      if (!isOwn(ask, id)) return 'not_found'
      if (assetIds.has(id)) return 'duplicate'
      assetIds.add(id)
      tellOf(ask, [id])
      return null
    })
  },

  untagAssets(ask: Ask<AssetIds>) {
    const { assetIds } = requireTag(ask)
    return resultsOf('assetId', ask.body.assetIds, (id) => {
      if (!assetIds.delete(id)) return 'not_found'
      tellOf(ask, [id])
      return null
    })
  },
}

function listTags({ library, caller }: Ask) {
  const own = [...library.tags.values()].filter(({ userId }) => userId === caller.id)
  return own.sort((a, b) => compare(a.name, b.name))
}

function requireTag(ask: Ask) {
  return requireFound(
    listTags(ask).find(({ id }) => id === ask.id),
    'tag',
  )
}

function requireFreeName(ask: Ask, wanted: string): void {
  if (!listTags(ask).some(({ name }) => name === wanted)) return
  const errors = [{ pointer: '/name', code: 'name_taken', detail: 'is the name of another tag of yours' }]
  throw new Refusal('name_taken', `You already have a tag "${wanted}".`, { errors })
}

function tellOf({ library, caller }: Ask, assetIds: Iterable<string>): void {
  for (const assetId of assetIds) tell(library, [caller.id], { type: 'asset.updated', assetId, changed: ['tags'] })
}
