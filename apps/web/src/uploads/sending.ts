import type { Client, MediaLibraryError } from '@media-library/client'
import { isPassing } from '../service/outage.js'
import { toWords } from '../service/words.js'
import { isObstacle, toEnd, toWordsOfEnd } from './ends.js'
import type { ItemEnd, SenderEvent, SenderOrder, UploadItem } from './item.js'
import { untilAnswered } from './until-answered.js'

/**
 * The number of times that a file may lose its connection while the service can be reached, such as at the limit of a proxy.
 */
const MOST_LOSSES = 3

/** The interval of progress messages in milliseconds; shorter ones would not be visible. */
const TELL_MS = 100

/**
 * Creates the sender of files. It sends them in the order in which they arrive, until each is in the library, refused or stopped.
 */
export function createSending(client: Client, tell: (event: SenderEvent) => void): (order: SenderOrder) => void {
  let waiting: UploadItem[] = []
  let stopping: AbortController | null = null
  const start = () => {
    const current = new AbortController()
    stopping = current
    void sendAll({ client, tell, take: () => waiting.splice(0), signal: current.signal }).then((words) => {
      stopping = null
      if (words) waiting = []
      if (waiting.length > 0) return start()
      tell({ type: 'idle', words })
    })
  }
  return (order) => {
    if (order.type === 'stop') {
      waiting = []
      stopping?.abort()
      return
    }
    waiting.push(...order.items)
    if (!stopping) start()
  }
}

interface Sending {
  client: Client
  tell: (event: SenderEvent) => void
  /** Takes the files that have arrived since the last call. */
  take: () => UploadItem[]
  signal: AbortSignal
}

/** Sends all files. Returns why the service refuses the remaining ones. */
async function sendAll(sending: Sending) {
  const { client, tell, take, signal } = sending
  const losses = new Map<UploadItem, number>()
  const begun = new Set<UploadItem>()
  const onWait = (words: { title: string; detail: string }) => tell({ type: 'waiting', ...words })
  let left = take()
  let done = 0
  while (left.length > 0 && !signal.aborted) {
    const round = await sendRound(sending, { all: left, before: done, begun })
    done = round.done
    tell({ type: 'progress', hashed: done, sent: done })
    if (signal.aborted) break
    left = [...round.left, ...take()]
    if (round.obstacle === null) continue
    if (!isPassing(round.obstacle)) return toWordsOfEnd(round.obstacle)
    if ((await untilAnswered(client, round.obstacle, { signal, onWait })) !== 'soon') {
      tell({ type: 'going' })
      continue
    }
    for (const item of round.lost) {
      const lost = (losses.get(item) ?? 0) + 1
      losses.set(item, lost)
      if (lost < MOST_LOSSES) continue
      left.splice(left.indexOf(item), 1)
      done += item.file.size
      tell({ type: 'ended', id: item.id, end: { state: 'refused', ...toWords(round.obstacle), isLasting: false } })
    }
  }
  return undefined
}

interface Round {
  all: UploadItem[]
  /** The bytes that were done before. */
  before: number
  /** The files that an earlier round began to send. Their answers were lost, so the library may have them. */
  begun: Set<UploadItem>
}

/** Sends files until all have ended, or the service is away. */
async function sendRound({ client, tell, signal }: Sending, { all, before, begun }: Round) {
  const begunBefore = new Set(begun)
  const pausing = new AbortController()
  const items = new Map(all.map((item) => [item.file, item]))
  const lost: UploadItem[] = []
  let obstacle: MediaLibraryError | null = null
  let done = before
  let toldAt = 0
  const end = ({ id, file }: UploadItem, ended: ItemEnd) => {
    items.delete(file)
    done += file.size
    tell({ type: 'ended', id, end: ended })
  }
  await client.uploadFiles(items.keys(), {
    signal: AbortSignal.any([signal, pausing.signal]),
    // The page itself waits and shows why.
    maxOutageMs: 0,
    details: (file) => {
      const item = items.get(file)
      if (item) begun.add(item)
      return { deviceId: 'Web page', sidecar: item?.sidecar }
    },
    onProgress: ({ hashed, sent }) => {
      if (Date.now() - toldAt < TELL_MS) return
      toldAt = Date.now()
      tell({ type: 'progress', hashed: before + hashed, sent: before + sent })
    },
    onFile: (outcome) => {
      const item = items.get(outcome.file)
      if (!item || outcome.state === 'stopped') return
      if (outcome.state !== 'failed' || !isObstacle(outcome.error)) {
        const isOwn = outcome.state === 'duplicate' && begunBefore.has(item)
        return end(item, toEnd(isOwn ? { ...outcome, state: 'uploaded' } : outcome))
      }
      obstacle ??= outcome.error
      lost.push(item)
      pausing.abort()
    },
  })
  return { left: [...items.values()], lost, obstacle: obstacle as MediaLibraryError | null, done }
}
