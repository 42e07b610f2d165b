/** How far a backup or a restore is. */
export interface Progress {
  /** The current step, such as "writing asset". */
  step: string
  /** Bytes so far. */
  done: number
  /** The total number of bytes, which is an estimate while a backup is written. */
  total: number
}

/** What backing up and restoring have in common. */
export interface WorkOptions {
  /** Aborts the work, which then leaves nothing behind. */
  signal: AbortSignal
  onProgress(progress: Progress): void
}
