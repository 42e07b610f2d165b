/** Work that is done by us and by the least that could do it, on the same things. */
export interface Scenario {
  name: string
  /** What a second is counted in, such as `photos`. */
  unit: string
  /** What ours should reach, as a multiple of the floor. */
  aim: number
  /** Makes what both sides work on. */
  prepare(setting: Setting): Promise<Contest>
}

export interface Setting {
  /** Empty, and removed afterwards. */
  folder: string
  /** Take less work, for a first look. */
  quick: boolean
  /** When it aborts, processes end at once, and so do measurements. */
  signal: AbortSignal
}

/** Each measurement starts afresh, leaves nothing running, and gives units per second. Only one runs at a time. */
export interface Contest {
  ours(): Promise<number>
  floor(): Promise<number>
  close(): Promise<void>
}
