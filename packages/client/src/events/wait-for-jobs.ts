import type { AssetJob, JobName } from '@media-library/contract/schemas'
import { sleep } from '../call/retry.js'
import type { Calls } from '../calls.js'
import { isProblem } from '../error.js'
import { listen } from './listen.js'

export interface JobsProgress {
  /** The number of assets whose jobs have ended. */
  ended: number
  /** The number of assets. */
  total: number
}

export interface WaitOptions {
  /** The name of the jobs to wait for; by default, all jobs of the assets. */
  name?: JobName | undefined
  /** Ends the wait; the promise then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Called when more jobs have ended. */
  onProgress?: ((progress: JobsProgress) => void) | undefined
}

/** The number of assets that a request can ask for. */
const AT_ONCE = 200
/** The milliseconds for which events are collected before a request. */
const GATHER_MS = 50
/** The intervals between requests in milliseconds, without events and with them. */
const POLL_MS = { without: 2_000, with: 30_000 }

/**
 * Resolves to the records of the jobs of the assets, in the order of the assets, when all of them have ended. Rejects with
 * `not_found` when there is no such asset.
 */
export async function waitForJobs(
  calls: Pick<Calls, 'load' | 'list' | 'read'>,
  assetIds: string[],
  { name, signal, onProgress }: WaitOptions = {},
): Promise<AssetJob[]> {
  const total = new Set(assetIds).size
  const waiting = new Set(assetIds)
  const ended = new Map<string, AssetJob[]>()
  const stopping = new AbortController()
  const stop = () => stopping.abort(signal?.reason)
  signal?.addEventListener('abort', stop)
  /** The assets whose jobs may have ended. */
  const due = new Set(assetIds)
  let isTold = false
  let wake = () => {}

  const askAgain = (ids: Iterable<string>) => {
    for (const id of ids) if (waiting.has(id)) due.add(id)
    if (due.size > 0) wake()
  }

  const follow = async () => {
    const onOpen = (isOpen: boolean) => {
      isTold = isOpen
      if (isOpen) askAgain(waiting)
    }
    for await (const event of listen(calls, { signal: stopping.signal, onOpen })) {
      if (event.type === 'job.finished') askAgain([event.assetId])
      if (event.type === 'reset') askAgain(waiting)
    }
  }

  const ask = async (ids: string[]) => {
    const listRecords = (query: object) => calls.list<AssetJob>('getAssetJobs', { query }, { signal })
    const { items } = await listRecords({ assetId: ids, ...(name && { name }) })
    const without = ids.filter((id) => !items.some(({ assetId }) => assetId === id))
    const others = name && without.length > 0 ? (await listRecords({ assetId: without })).items : []
    for (const id of without) if (!others.some(({ assetId }) => assetId === id)) await requireAsset(id)
    for (const id of ids) {
      const records = items.filter(({ assetId }) => assetId === id)
      if (records.some(({ state }) => state === 'queued' || state === 'running')) continue
      waiting.delete(id)
      ended.set(id, records)
    }
  }

  /** Throws when there is no such asset. A key without the permission to see assets cannot tell. */
  const requireAsset = async (id: string) => {
    try {
      await calls.read('getAssetInfo', { id }, { signal })
    } catch (error) {
      if (!isProblem(error, 'forbidden')) throw error
    }
  }

  try {
    signal?.throwIfAborted()
    // Without events, or without the permission for them, the requests at intervals are enough.
    void follow().catch(() => {})
    for (;;) {
      const ids = [...due].slice(0, AT_ONCE)
      for (const id of ids) due.delete(id)
      if (ids.length > 0) {
        const before = ended.size
        await ask(ids)
        if (ended.size > before) onProgress?.({ ended: ended.size, total })
      }
      if (waiting.size === 0) return [...new Set(assetIds)].flatMap((id) => ended.get(id) ?? [])
      if (due.size > 0) continue
      const limit = new AbortController()
      wake = () => limit.abort()
      await sleep(isTold ? POLL_MS.with : POLL_MS.without, AbortSignal.any([limit.signal, stopping.signal])).then(
        () => askAgain(waiting),
        () => sleep(GATHER_MS, signal),
      )
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stopping.abort()
  }
}
