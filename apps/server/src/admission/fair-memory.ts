import { RefusedError } from '../errors.js'

/** The memory of one piece of work. */
export interface MemoryShare {
  /** Counts bytes before they are allocated. Throws `unavailable` when the caller has its part. */
  take(bytes: number): void
  /** Releases all bytes. It may be called more than once. */
  end(): void
}

/** Shares memory fairly among callers. */
export interface FairMemory {
  begin(caller: string): MemoryShare
}

/**
 * Creates memory with a limit. A caller may take as much as it leaves free for others, and in any case `sure`, which is beyond the
 * limit when many callers have taken all of it.
 */
export function createFairMemory(options: {
  bytes: number
  /** The bytes that each caller may take in any case. */
  sure: number
  refusal: string
  retryAfter: number
}): FairMemory {
  const taken = new Map<string, number>()
  let free = options.bytes

  const add = (caller: string, bytes: number) => {
    free -= bytes
    const own = (taken.get(caller) ?? 0) + bytes
    if (own === 0) taken.delete(caller)
    else taken.set(caller, own)
  }

  return {
    begin: (caller) => {
      let own = 0
      return {
        take: (bytes) => {
          if ((taken.get(caller) ?? 0) + bytes > Math.max(options.sure, free - bytes)) {
            throw new RefusedError(options.refusal, options)
          }
          own += bytes
          add(caller, bytes)
        },
        end: () => {
          add(caller, -own)
          own = 0
        },
      }
    },
  }
}
