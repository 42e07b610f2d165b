import { mayPass, sleep } from '../call/retry.js'
import { MediaLibraryError } from '../error.js'

const MAX_DELAY_MS = 5_000

interface OutageOptions {
  /** The milliseconds for which the service may be away. */
  maxOutageMs: number
  signal: AbortSignal | undefined
  /** Called when the service is away, and when it is back. */
  onChange: (isAway: boolean) => void
}

/**
 * Creates a function that repeats work while the service is away, for several lanes. After `maxOutageMs` without any
 * success, the work of all lanes fails, so that they do not wait one after the other. Work that the signal stops
 * rejects with its reason.
 */
export function ridingOutages({ maxOutageMs, signal, onChange }: OutageOptions) {
  let answeredAt = Date.now()
  let lost: MediaLibraryError | undefined
  const note = () => {
    answeredAt = Date.now()
    onChange(false)
  }
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    let failedAt: number | undefined
    for (let attempt = 1; ; attempt += 1) {
      if (lost) throw lost
      try {
        const result = await work()
        note()
        return result
      } catch (error) {
        if (signal?.aborted) throw error
        if (!(error instanceof MediaLibraryError) || !mayPass(error)) {
          note()
          throw error
        }
        failedAt ??= Date.now()
        const lastedMs = Date.now() - failedAt
        const leftMs = maxOutageMs - lastedMs
        if (leftMs <= (error.retryAfterMs ?? 0)) {
          const failure = explain(error, lastedMs)
          if (answeredAt < failedAt) lost = failure
          throw failure
        }
        onChange(true)
        const delayMs = Math.min(MAX_DELAY_MS, leftMs, 250 * 2 ** attempt) * (0.5 + Math.random() / 2)
        await sleep(error.retryAfterMs ?? delayMs, signal)
      }
    }
  }
}

function explain(error: MediaLibraryError, lastedMs: number) {
  const { code, operation, status, problem, requestId, retryAfterMs } = error
  const lasted = lastedMs < 1_000 ? '' : ` It has lasted for ${Math.round(lastedMs / 1_000)} s.`
  return new MediaLibraryError(
    `${error.message}${lasted} Call uploadFiles again later: it skips the files that are stored.`,
    {
      code,
      operation,
      status,
      problem,
      requestId,
      retryAfterMs,
      cause: error,
    },
  )
}
