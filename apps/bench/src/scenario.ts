import type { GeneratedLibrary } from './generated-library.js'

/** Work that both the service and the bare floor do, on the same data. */
export interface Scenario {
  name: string
  /** The unit of work, such as `photos`. */
  unit: string
  /** The ratio to the floor that the service should reach, or null without a promise. */
  aim: number | null
  /** The features that would have to be given up to reach the aim. The report lists them when the aim is missed. */
  price?: string
  /** Creates the data of both sides. */
  prepare(setting: Setting): Promise<Contest>
}

/**
 * The work of the service beyond that of the floor, by its kind. It would have to be given up to reach a missed aim.
 */
export const PRICES = {
  small: 'the turns and limits of each caller, problems that name each fault, and the id of each request',
  list: 'a list that is consistent while it is read, in constant memory, with its stored order',
  change: 'the events, versions, counts and stored texts that follow each change of an asset',
  job: 'jobs that survive a crash, are not queued twice, and wake a worker',
  photo: 'the separate process, which no photo can harm, and the record of each job',
}

/**
 * The ratios to the floor that operations should reach: small requests, changes of many assets, and those that answer many albums or
 * assets.
 */
export const AIMS = { small: 0.85, change: 0.3, list: 4 }

export interface Setting {
  /** An empty folder, which is removed afterwards. */
  folder: string
  /** Whether to do less work, for a first impression. */
  quick: boolean
  /** Ends all processes and measurements when it aborts. */
  signal: AbortSignal
  /** Opens the library that the scenarios over HTTP share. The first call generates it. */
  openGenerated(): Promise<GeneratedLibrary>
}

/** The measurement of one side in one round. */
export interface Measurement {
  /** Units per second. */
  rate: number
  /** The maximum number of megabytes that all processes held at one time, including those of PostgreSQL. */
  treeMb?: number | null
  /** The figures of the requests, only for scenarios over HTTP. */
  exchange?: ExchangeFigures
}

/** The figures of the requests. A figure is null where the system does not provide it. */
export interface ExchangeFigures {
  /** The milliseconds from the request to the end of its response. */
  p50: number
  p99: number
  /** The milliseconds of CPU per request. */
  serverCpu: number | null
  databaseCpu: number | null
  /** The server's peak memory since its start, less its memory before the first request. */
  peakRssMb: number | null
  /** The number of requests to an object store per request; null without one. */
  storeRequests: number | null
}

/** The two sides of a prepared scenario. Each measurement starts anew, runs alone, and leaves no work running. */
export interface Contest {
  ours(): Promise<Measurement>
  floor(): Promise<Measurement>
  close(): Promise<void>
}
