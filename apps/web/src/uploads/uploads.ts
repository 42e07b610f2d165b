import type { Client } from '@media-library/client'
import { Store } from '@tanstack/react-store'
import { messages } from '../language/messages.js'
import { toWords } from '../service/words.js'
import { createAlbumAdding } from './album-adding.js'
import type { ItemEnd, SenderEvent, UploadItem } from './item.js'
import { type LeftFile, openLeft, toKey } from './remembered.js'
import { startSender } from './sender.js'
import { nothing, reduce, toListing, type UploadEvent, type UploadState } from './state.js'

/** The interval in milliseconds at which names are stored and assets are added to albums while files are sent. */
const KEEP_MS = 1_000

interface OwnItem extends UploadItem {
  albumId: string | undefined
  end?: ItemEnd
}

/** The uploads of a user, independent of the elements that show them. */
export interface Uploads {
  userId: string
  state: Store<UploadState>
  /** Adds files, and adds their assets to an album. */
  add: (files: Omit<UploadItem, 'id'>[], albumId: string | undefined) => void
  stop: () => void
  /** Sends the stopped and refused files again, except those that would be refused again. */
  retry: () => void
  /** Removes the names of the files that an earlier page did not send. */
  forget: () => void
  close: () => void
}

/**
 * Creates the uploads of a user. It reacts to their events: it sends files, adds assets to albums and stores names. `reduce` computes the
 * state.
 */
export function createUploads(client: Client, userId: string): Uploads {
  const left = openLeft(userId)
  const state = new Store(nothing([...left.files.values()].map(({ name }) => name)))
  const items = new Map<number, OwnItem>()
  const byAsset = new Map<string, OwnItem[]>()
  let keeping: ReturnType<typeof setTimeout> | null = null
  let send: ReturnType<typeof startSender> | null = null
  let latest = 0
  let runs = 0

  const tell = (event: UploadEvent) => state.setState((before) => reduce(before, event))
  const albums = createAlbumAdding(client, (assetIds) => {
    for (const assetId of assetIds) for (const item of byAsset.get(assetId) ?? []) left.remove(toKey(item.file))
  })
  const keep = async () => {
    keeping = null
    await albums.flush().catch(() => {})
    left.keep()
  }
  const keepSoon = () => {
    if (keeping === null) keeping = setTimeout(() => void keep(), KEEP_MS)
  }
  /** Lists the names of unsent files, except those that this page sends. */
  const leftNames = () => {
    const keys = new Set([...items.values()].map(({ file }) => toKey(file)))
    return [...left.files].flatMap(([key, { name }]) => (keys.has(key) ? [] : [name]))
  }

  const onEvent = (event: SenderEvent) => {
    if (event.type === 'idle') return void finish(event.words ?? null)
    if (event.type !== 'ended') return tell(event)
    const item = items.get(event.id)
    if (!item) return
    item.end = event.end
    remember(item, event.end)
    tell({ ...event, path: item.path })
    keepSoon()
  }
  /** Removes a file from the unsent ones when it is in the library and its album, or never will be. */
  const remember = (item: OwnItem, end: ItemEnd) => {
    if (end.state === 'refused') return end.isLasting && left.remove(toKey(item.file))
    if (item.albumId === undefined) return left.remove(toKey(item.file))
    albums.add(item.albumId, end.assetId)
    byAsset.set(end.assetId, [...(byAsset.get(end.assetId) ?? []), item])
  }
  const finish = async (words: UploadState['words']) => {
    const run = runs
    const fault = await albums.flush().then(
      () => null,
      (error) => ({ ...toWords(error), title: messages.uploads.notAllInAlbum }),
    )
    left.keep()
    if (run !== runs) return
    globalThis.removeEventListener('beforeunload', warn)
    tell({ type: 'finished', words: words ?? fault, retriable: again().length, left: leftNames() })
  }
  const again = () => [...items.values()].filter(({ end }) => !end || (end.state === 'refused' && !end.isLasting))
  const start = (toSend: OwnItem[]) => {
    runs += 1
    send ??= startSender(client, onEvent)
    globalThis.addEventListener('beforeunload', warn)
    send({ type: 'add', items: toSend.map(({ id, file, path, sidecar }) => ({ id, file, path, sidecar })) })
  }

  return {
    userId,
    state,
    add: (files, albumId) => {
      if (state.state.phase === 'ended') {
        items.clear()
        byAsset.clear()
      }
      const added = files.map((file): OwnItem => {
        latest += 1
        return { ...file, id: latest, albumId: albumId ?? left.files.get(toKey(file.file))?.albumId }
      })
      for (const item of added) {
        items.set(item.id, item)
        left.add(toLeftFile(item))
      }
      left.keep()
      tell({ type: 'added', files: items.size, bytes: countBytes([...items.values()]), left: leftNames() })
      start(added)
    },
    stop: () => send?.({ type: 'stop' }),
    retry: () => {
      const toSend = again()
      for (const item of toSend) delete item.end
      const ended = [...items.values()].filter(({ end }) => end)
      const refused = ended.flatMap(({ id, path, end }) => (end?.state === 'refused' ? [{ ...end, id, path }] : []))
      tell({
        type: 'retried',
        ended: ended.length,
        sent: countBytes(ended),
        refused: toListing(refused),
        left: leftNames(),
      })
      start(toSend)
    },
    forget: () => {
      left.clear()
      left.keep()
      tell({ type: 'forgotten' })
    },
    close: () => {
      items.clear()
      tell({ type: 'closed', left: leftNames() })
    },
  }
}

function countBytes(items: OwnItem[]): number {
  return items.reduce((sum, { file }) => sum + file.size, 0)
}

function toLeftFile({ file: { name, size }, albumId }: OwnItem): LeftFile {
  return { name, size, albumId }
}

/** Asks for confirmation before the page is closed while files are sent. */
function warn(event: BeforeUnloadEvent) {
  event.preventDefault()
}
