import type { LibraryEvent } from '@media-library/contract/schemas'
import { retryDelay, sleep } from '../call/retry.js'
import type { Calls } from '../calls.js'
import { MediaLibraryError } from '../error.js'
import { createParser } from './parse.js'

/** An event with the `id` from which listening can resume. */
export type ReceivedEvent = LibraryEvent & {
  /** The position of the event, which a later listener passes as `lastEventId`. */
  id: string
}

export interface ListenOptions {
  /** Ends the iteration, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** The `id` of the last event that was received earlier. Events since then are sent first. */
  lastEventId?: string | undefined
  /**
   * Called when a connection opens, and when it is lost. Anything that was read before the first connection may have
   * changed since.
   */
  onOpen?: ((isOpen: boolean) => void) | undefined
}

/**
 * The longest wait for the first bytes, which the service sends at once. A proxy that holds them back for longer also
 * holds back events.
 */
const FIRST_MS = 10_000
/** The longest silence. The service sends a comment every 15 seconds. */
const SILENCE_MS = 45_000
/** The seconds that the service waits for events when a proxy holds back unfinished responses. */
const WAIT_S = 20
/** A response whose end comes this much later than its first bytes was not held back. */
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
      // The connection has worked, so a silence after this is not a failure.
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
      else await sleep(toDelay(error, failures), signal)
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

/** Yields the events of one response. Returns when it ends, and throws when the connection is lost. */
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

/** Returns the wait before the next connection in milliseconds. Throws an error that will not pass. */
function toDelay(error: unknown, failures: number): number {
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
