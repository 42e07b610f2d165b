import type { AssetPart, LibraryEvent } from '@media-library/contract'
import type { EventRow } from './event.js'

/** An event with its offset, and the ids of the users who may be told of it. */
export interface FeedEvent {
  offset: Pick<EventRow, 'xid' | 'id'>
  readers: string[]
  event: LibraryEvent
}

/** Converts rows. The rows of one transaction about the same change of an asset or album become one event, in the first place. */
export function toEvents(rows: EventRow[]): FeedEvent[] {
  const events = new Map<string, FeedEvent>()
  for (const row of rows) {
    const type = isOfAsset(row) ? 'asset' : row.type
    const key = [row.xid, row.assetId ?? row.albumId ?? row.linkId, type, row.state && row.subject].join()
    const before = events.get(key)
    if (before) merge(before, row)
    else events.set(key, { offset: { xid: row.xid, id: row.id }, readers: row.readers.split(','), event: toEvent(row) })
  }
  return [...events.values()]
}

/**
 * The types of changes of an asset. One that was added, removed or restored has changed as well: the last of its types is sent.
 */
const weights: string[] = ['asset.updated', 'asset.added', 'asset.trashed', 'asset.restored', 'asset.deleted']

function isOfAsset({ type }: EventRow): boolean {
  return weights.includes(type)
}

function merge(before: FeedEvent, row: EventRow): void {
  const { event } = before
  if (isOfAsset(row)) {
    if (event.type === 'asset.updated' && row.type === 'asset.updated')
      event.changed = [...new Set([...event.changed, row.subject as AssetPart])]
    else if (weights.indexOf(row.type) > weights.indexOf(event.type)) before.event = toEvent(row)
  }
  if (event.type === 'album.shared') event.userIds.push(...addedUsers(row))
  if (event.type === 'album.unshared' && row.subject) event.userIds.push(row.subject)
  if (event.type === 'album.deleted' || event.type === 'album.unshared')
    before.readers = [...new Set([...before.readers, ...row.readers.split(',')])]
}

function toEvent(row: EventRow): LibraryEvent {
  const { type, assetId, albumId, linkId, subject, state } = row
  const found = { type, assetId, albumId, linkId, name: subject, state } as LibraryEvent
  switch (found.type) {
    case 'asset.updated':
      return { type: found.type, assetId: found.assetId, changed: [subject as AssetPart] }
    case 'job.finished':
      return { type: found.type, assetId: found.assetId, name: found.name, state: found.state }
    case 'album.created':
    case 'album.updated':
    case 'album.deleted':
      return { type: found.type, albumId: found.albumId }
    case 'album.shared':
      return { type: found.type, albumId: found.albumId, userIds: addedUsers(row) }
    case 'album.unshared':
      return { type: found.type, albumId: found.albumId, userIds: subject === null ? [] : [subject] }
    case 'asset.added':
    case 'asset.trashed':
    case 'asset.restored':
    case 'asset.deleted':
      return { type: found.type, assetId: found.assetId }
    case 'link.created':
    case 'link.updated':
    case 'link.deleted':
      return { type: found.type, linkId: found.linkId }
    default:
      return { type: 'reset' }
  }
}

/** Returns the user who was added, unless the album is no longer shared with them. */
function addedUsers({ subject, readers }: EventRow): string[] {
  return subject !== null && readers.includes(subject) ? [subject] : []
}
