/** The progress of a backup or a restore. */
export interface Progress {
  /** The current step, such as "writing asset". */
  step: string
  /** The number of bytes so far. */
  done: number
  /** The total number of bytes; an estimate for a backup. */
  total: number
}

/** The options of both a backup and a restore. */
export interface WorkOptions {
  /** Aborts the work, which then leaves nothing behind. */
  signal: AbortSignal
  onProgress(progress: Progress): void
}
