import { client } from '../service/client.js'
import { wordsOf } from '../service/words.js'
import { createAlbumAdding } from './album-adding.js'
import type { ItemEnd, SenderEvent, UploadItem } from './item.js'
import { keyOf, type LeftFile, openLeft } from './remembered.js'
import { startSender } from './sender.js'
import { type ListedFile, nothing, type UploadState } from './state.js'

/** How often names are stored, and assets added to albums, while files are sent. */
const KEEP_MS = 1_000

interface OwnItem extends UploadItem {
  albumId: string | undefined
  end?: ItemEnd
}

/** What the page sends, whatever of it is shown: one for each user. */
export interface Uploads {
  userId: string
  state: () => UploadState
  subscribe: (listener: () => void) => () => void
  /** Adds files, and puts their assets into an album. */
  add: (files: Omit<UploadItem, 'id'>[], albumId: string | undefined) => void
  stop: () => void
  /** Sends again what was stopped or refused, but for what would be refused again. */
  retry: () => void
  /** Forgets what an earlier page did not send. */
  forget: () => void
  close: () => void
}

export function createUploads(userId: string): Uploads {
  const listeners = new Set<() => void>()
  const left = openLeft(userId)
  const items = new Map<number, OwnItem>()
  const byAsset = new Map<string, OwnItem[]>()
  let state: UploadState = { ...nothing(), left: [...left.files.values()].map(({ name }) => name) }
  let keeping: ReturnType<typeof setTimeout> | null = null
  let send: ReturnType<typeof startSender> | null = null
  let latest = 0
  let runs = 0
  // The sender counts from its start.
  let before = 0

  const change = (changed: Partial<UploadState>) => {
    state = { ...state, ...changed }
    for (const listener of listeners) listener()
  }
  const isIn = (item: OwnItem) => {
    left.remove(keyOf(item.file))
  }
  const albums = createAlbumAdding(client, (assetIds) => {
    for (const assetId of assetIds) for (const item of byAsset.get(assetId) ?? []) isIn(item)
  })
  const keep = async () => {
    keeping = null
    await albums.flush().catch(() => {})
    left.keep()
  }
  const keepSoon = () => {
    if (keeping === null) keeping = setTimeout(() => void keep(), KEEP_MS)
  }
  const own = () => {
    const keys = new Set([...items.values()].map(({ file }) => keyOf(file)))
    return [...left.files].flatMap(([key, { name }]) => (keys.has(key) ? [] : [name]))
  }

  const onEvent = (event: SenderEvent) => {
    if (event.type === 'progress') return change({ sent: before + event.sent, hashed: before + event.hashed })
    if (event.type === 'waiting') return change({ phase: 'waiting', words: event })
    if (event.type === 'going') return change({ phase: 'sending', words: null })
    if (event.type === 'idle') return void finish(event.words ?? null)
    const item = items.get(event.id)
    if (!item) return
    item.end = event.end
    note(item, event.end)
    keepSoon()
  }
  const note = (item: OwnItem, end: ItemEnd) => {
    const listed: ListedFile = { id: item.id, path: item.path }
    const ended = state.ended + 1
    if (end.state === 'refused') {
      if (end.isLasting) isIn(item)
      state.refused.push({ ...listed, title: end.title, detail: end.detail })
      return change({ ended })
    }
    if (item.albumId === undefined) isIn(item)
    else {
      albums.add(item.albumId, end.assetId)
      byAsset.set(end.assetId, [...(byAsset.get(end.assetId) ?? []), item])
    }
    if (end.state === 'uploaded') return change({ ended, uploaded: state.uploaded + 1 })
    state.duplicates.push(listed)
    change({ ended })
  }
  const finish = async (words: UploadState['words']) => {
    const run = runs
    const fault = await albums.flush().then(
      () => null,
      (error) => ({ ...wordsOf(error), title: 'The photos are in the library, but not all are in the album' }),
    )
    left.keep()
    if (run !== runs) return
    globalThis.removeEventListener('beforeunload', warn)
    change({ phase: 'ended', words: words ?? fault, retriable: again().length, left: own() })
  }
  const again = () => [...items.values()].filter(({ end }) => !end || (end.state === 'refused' && !end.isLasting))
  const start = (toSend: OwnItem[]) => {
    runs += 1
    send ??= startSender(onEvent)
    globalThis.addEventListener('beforeunload', warn)
    change({ phase: state.phase === 'waiting' ? 'waiting' : 'sending', words: null, left: own() })
    send({ type: 'add', items: toSend.map(({ id, file, path, sidecar }) => ({ id, file, path, sidecar })) })
  }

  return {
    userId,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (files, albumId) => {
      if (state.phase === 'ended') {
        items.clear()
        byAsset.clear()
        before = 0
        state = nothing()
      }
      const added = files.map((file): OwnItem => {
        latest += 1
        return { ...file, id: latest, albumId: albumId ?? left.files.get(keyOf(file.file))?.albumId }
      })
      for (const item of added) {
        items.set(item.id, item)
        left.add(leftFileOf(item))
      }
      left.keep()
      state = {
        ...state,
        files: items.size,
        bytes: [...items.values()].reduce((sum, { file }) => sum + file.size, 0),
      }
      start(added)
    },
    stop: () => send?.({ type: 'stop' }),
    retry: () => {
      const toSend = again()
      const ids = new Set(toSend.map(({ id }) => id))
      for (const item of toSend) delete item.end
      const ended = [...items.values()].filter(({ end }) => end)
      const sent = ended.reduce((sum, { file }) => sum + file.size, 0)
      const refused = state.refused.filter(({ id }) => !ids.has(id))
      before = sent
      state = { ...state, ended: ended.length, sent, hashed: sent, refused, retriable: 0 }
      start(toSend)
    },
    forget: () => {
      left.clear()
      left.keep()
      change({ left: [] })
    },
    close: () => {
      items.clear()
      change({ ...nothing(), left: own() })
    },
  }
}

function leftFileOf({ file: { name, size }, albumId }: OwnItem): LeftFile {
  return { name, size, albumId }
}

/** Asks before the page is left while files are sent. */
function warn(event: BeforeUnloadEvent) {
  event.preventDefault()
}
