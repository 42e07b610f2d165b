import type { Database } from '../database/ask.js'
import { listValidCredentials, SESSION_IDLE, SESSION_SEEN } from './session.js'

const CHECK_MS = 1_000

/** Tells long work that its caller may no longer act. */
export interface CredentialWatch {
  /** Calls back once, within some seconds after a key or session has ended, or its user. Returns the function that ends the watch. */
  watch(credentialId: string, onEnded: () => void): () => void
}

/** Asks once a second for all that is watched, while anything is. */
export function watchCredentials(database: Database): CredentialWatch {
  const watched = new Map<() => void, string>()
  let isAsking = false

  const check = async () => {
    const asked = [...watched]
    const ids = new Set(watched.values())
    const valid = await listValidCredentials(database, [...ids], { idleMs: SESSION_IDLE, seenMs: SESSION_SEEN })
    for (const [onEnded, id] of asked) if (!valid.has(id) && watched.delete(onEnded)) onEnded()
  }
  const checkLater = () => {
    isAsking = watched.size > 0
    if (!isAsking) return
    // What cannot be asked now is asked a second later.
    setTimeout(
      () =>
        void check()
          .catch(() => {})
          .finally(checkLater),
      CHECK_MS,
    ).unref()
  }

  return {
    watch: (credentialId, onEnded) => {
      watched.set(onEnded, credentialId)
      if (!isAsking) checkLater()
      return () => void watched.delete(onEnded)
    },
  }
}
