import type { GeneratedLibrary } from './generated-library.js'

/** Work that both the service and the bare floor do, on the same data. */
export interface Scenario {
  name: string
  /** The unit of work, such as `photos`. */
  unit: string
  /** The ratio to the floor that the service should reach, or null without a promise. */
  aim: number | null
  /** What would have to be given up to reach the aim. The report says it where the aim is missed. */
  price?: string
  /** Creates the data of both sides. */
  prepare(setting: Setting): Promise<Contest>
}

/** What the service does beyond the floor, by the kind of work. It would have to be given up to reach an aim that is missed. */
export const PRICES = {
  small: 'the turns and limits of each caller, problems that name each fault, and the id of each request',
  list: 'a list that is consistent while it is read, in constant memory, with its stored order',
  job: 'jobs that survive a crash, are not queued twice, and wake a worker',
  photo: 'the separate process, which no photo can harm, and the record of each job',
}

/** The ratios to the floor that operations should reach: small requests, and those that answer many albums or assets. */
export const AIMS = { small: 0.85, list: 4 }

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
  /** The most megabytes that all processes held at one moment, PostgreSQL's among them. */
  treeMb?: number | null
  /** Only for scenarios over HTTP. */
  exchange?: ExchangeFigures
}

/** The figures of the requests. A figure is null where the system does not provide it. */
export interface ExchangeFigures {
  /** Milliseconds from the request to the end of its response. */
  p50: number
  p99: number
  /** Milliseconds of CPU per request. */
  serverCpu: number | null
  databaseCpu: number | null
  /** The server's peak memory since its start, less its memory before the first request. */
  peakRssMb: number | null
  /** Requests to a store of objects per request; null where there is none. */
  storeRequests: number | null
}

/** The two sides of a prepared scenario. Each measurement starts anew, runs alone, and leaves no work running. */
export interface Contest {
  ours(): Promise<Measurement>
  floor(): Promise<Measurement>
  close(): Promise<void>
}
