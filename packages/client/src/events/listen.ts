import type { LibraryEvent } from '@media-library/contract/schemas'
import { retryDelay, sleep } from '../call/retry.js'
import type { Calls } from '../calls.js'
import { MediaLibraryError } from '../error.js'
import { createParser } from './parse.js'

/** An event with the `id` from which listening can resume. */
export type ReceivedEvent = LibraryEvent & {
  /** The position of the event: `lastEventId` of a later listener. */
  id: string
}

export interface ListenOptions {
  /** Ends the iteration; it rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** The `id` of the last event that was received earlier: what happened since is sent first. */
  lastEventId?: string | undefined
  /** Called when a connection is open, and when it is lost. What was read before the first one may have changed meanwhile. */
  onOpen?: ((isOpen: boolean) => void) | undefined
}

/** The service sends its first bytes at once. A proxy that holds them back for longer holds back events, too. */
const FIRST_MS = 10_000
/** The service sends a comment every 15 s. */
const SILENCE_MS = 45_000
/** How long the service waits for events when something holds back unfinished responses, in seconds. */
const WAIT_S = 20
/** A response whose rest comes that much later than its first bytes was not held back. */
const GAP_MS = 1_000
const MAX_DELAY_MS = 20_000

/** Yields events, and reconnects when the connection is lost. Rejects when the service refuses the client. */
export async function* listen(
  calls: Pick<Calls, 'load'>,
  { signal, lastEventId, onOpen }: ListenOptions = {},
): AsyncGenerator<ReceivedEvent, never> {
  const state = { id: lastEventId, retryMs: 1_000, isHeldBack: false }
  for (let failures = 0; ; ) {
    const leaving = new AbortController()
    const leave = () => leaving.abort(signal?.reason)
    signal?.addEventListener('abort', leave)
    const { isHeldBack } = state
    const onFirst = () => {
      // However long the silence that follows, this was no failure.
      failures = 0
      onOpen?.(true)
    }
    try {
      signal?.throwIfAborted()
      yield* connect(calls, state, leaving, onFirst)
      await sleep(isHeldBack ? 0 : state.retryMs, signal)
    } catch (error) {
      signal?.throwIfAborted()
      failures += 1
      if (error === heldBack) state.isHeldBack = true
      else await sleep(delayOf(error, failures), signal)
    } finally {
      signal?.removeEventListener('abort', leave)
      leaving.abort()
      onOpen?.(false)
    }
  }
}

interface State {
  id: string | undefined
  retryMs: number
  /** Whether something between the service and the client passes on a response only when it is complete. */
  isHeldBack: boolean
}

const heldBack = {}

/** Yields the events of one response. */
async function* connect(
  { load }: Pick<Calls, 'load'>,
  state: State,
  leaving: AbortController,
  onFirst: () => void,
): AsyncGenerator<ReceivedEvent> {
  const { isHeldBack } = state
  const request = {
    query: isHeldBack ? { wait: WAIT_S } : {},
    headers: state.id === undefined ? {} : { 'last-event-id': state.id },
  }
  const limits = { signal: leaving.signal, retries: 0, timeoutMs: isHeldBack ? SILENCE_MS : FIRST_MS }
  const response = await load('listenToEvents', request, limits).catch((error) => {
    throw !isHeldBack && error instanceof MediaLibraryError && error.code === 'timeout' ? heldBack : error
  })
  const reader = response.body?.getReader()
  if (!reader) {
    const message = 'listenToEvents: the fetch of this platform provides no stream. waitForJobs works without one.'
    throw new MediaLibraryError(message, { code: 'unexpected_answer', operation: 'listenToEvents' })
  }
  leaving.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
  const [decoder, parse] = [new TextDecoder(), createParser()]
  for (let isFirst = true; ; isFirst = false) {
    const isStart = isFirst && !isHeldBack
    const askedAt = performance.now()
    const { done, value } = await inTime(reader.read(), isStart ? FIRST_MS : SILENCE_MS, () => {
      if (isStart) throw heldBack
      throw new MediaLibraryError('listenToEvents: the service stopped sending.', {
        code: 'timeout',
        operation: 'listenToEvents',
      })
    })
    if (!isFirst && performance.now() - askedAt > GAP_MS) state.isHeldBack = false
    if (done) return
    if (isFirst) onFirst()
    for (const { id, data, retry } of parse(decoder.decode(value, { stream: true }))) {
      state.id = id ?? state.id
      state.retryMs = retry ?? state.retryMs
      if (data) yield { ...(JSON.parse(data) as LibraryEvent), id: state.id ?? '' }
    }
  }
}

/** Rethrows what will not pass. */
function delayOf(error: unknown, failures: number): number {
  if (!(error instanceof MediaLibraryError))
    return Math.min(MAX_DELAY_MS, 250 * 2 ** failures) * (0.5 + Math.random() / 2)
  const delayMs = retryDelay(error, failures, MAX_DELAY_MS)
  if (delayMs === null) throw error
  return delayMs
}

async function inTime<T>(work: Promise<T>, limitMs: number, onLate: () => never): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs)
  })
  try {
    return (await Promise.race([work, late])) ?? onLate()
  } finally {
    clearTimeout(timer)
  }
}
