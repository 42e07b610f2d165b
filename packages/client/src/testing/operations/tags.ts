import type { AssetIds, CreateTag, UpdateTag } from '@media-library/contract/schemas'
import { type Ask, isOwn, Refusal, requireFound, toResults } from '../ask.js'
import { compare, selectAssets, sendEvent, showTag } from '../store.js'

export const tags = {
  getAllTags: (ask: Ask) => listTags(ask).map(showTag),
  getTagById: (ask: Ask) => showTag(requireTag(ask)),
  getTagAssets: (ask: Ask) => selectAssets(ask.store, requireTag(ask).assetIds),

  createTag(ask: Ask<CreateTag>) {
    const { store, caller, body } = ask
    const { name, type = 'CUSTOM' } = body
    requireFreeName(ask, name)
    const tag = store.fixtures.aTag({ name, type, userId: caller.id })
    store.tags.set(tag.id, { ...tag, assetIds: new Set() })
    return tag
  },

  updateTag(ask: Ask<UpdateTag>) {
    const tag = requireTag(ask)
    const { name = tag.name } = ask.body
    if (name !== tag.name) requireFreeName(ask, name)
    tag.name = name
    sendTagEvents(ask, tag.assetIds)
    return showTag(tag)
  },

  deleteTag(ask: Ask) {
    const { id, assetIds } = requireTag(ask)
    ask.store.tags.delete(id)
    sendTagEvents(ask, assetIds)
  },

  tagAssets(ask: Ask<AssetIds>) {
    const { assetIds } = requireTag(ask)
    return toResults('assetId', ask.body.assetIds, (id) => {
      if (!isOwn(ask, id)) return 'not_found'
      if (assetIds.has(id)) return 'duplicate'
      assetIds.add(id)
      sendTagEvents(ask, [id])
      return null
    })
  },

  untagAssets(ask: Ask<AssetIds>) {
    const { assetIds } = requireTag(ask)
    return toResults('assetId', ask.body.assetIds, (id) => {
      if (!assetIds.delete(id)) return 'not_found'
      sendTagEvents(ask, [id])
      return null
    })
  },
}

function listTags({ store, caller }: Ask) {
  const own = [...store.tags.values()].filter(({ userId }) => userId === caller.id)
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

function sendTagEvents({ store, caller }: Ask, assetIds: Iterable<string>): void {
  for (const assetId of assetIds) sendEvent(store, [caller.id], { type: 'asset.updated', assetId, changed: ['tags'] })
}
