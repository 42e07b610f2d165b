import type { GeneratedLibrary } from './generated-library.js'

/** Work that is done by us and by the least that could do it, on the same things. */
export interface Scenario {
  name: string
  /** What a second is counted in, such as `photos`. */
  unit: string
  /** What ours should reach, as a multiple of the floor; null: nothing was promised. */
  aim: number | null
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
  /** The library that scenarios over HTTP have in common, made when it is first asked for. */
  openGenerated(): Promise<GeneratedLibrary>
}

/** What one side did in one round. */
export interface Measurement {
  /** Units per second. */
  rate: number
  /** Of scenarios over HTTP. */
  exchange?: ExchangeFigures
}

/** How requests went; null where the system does not tell. */
export interface ExchangeFigures {
  /** Milliseconds from the request to the end of its answer. */
  p50: number
  p99: number
  /** Milliseconds of CPU for each request. */
  serverCpu: number | null
  databaseCpu: number | null
  /** The most memory that the server has held since it was started, above what it held before the first request. */
  peakRssMb: number | null
}

/** Each measurement starts afresh, leaves no work running, and happens alone. */
export interface Contest {
  ours(): Promise<Measurement>
  floor(): Promise<Measurement>
  close(): Promise<void>
}
