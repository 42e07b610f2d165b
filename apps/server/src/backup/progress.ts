/** How far a backup or a restore is. */
export interface Progress {
  /** What is being done, such as "writing asset". */
  step: string
  /** Bytes so far. */
  done: number
  /** Bytes in all; about so many while a backup is written. */
  total: number
}

/** What backing up and restoring have in common. */
export interface WorkOptions {
  /** Ends the work, which then leaves nothing behind. */
  signal: AbortSignal
  onProgress(progress: Progress): void
}
