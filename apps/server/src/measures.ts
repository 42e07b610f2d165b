import { EventEmitter } from 'node:events'
import type { JobName } from '@media-library/contract'
import type { Failure } from './database/failure.js'

/** Events about the work of the service and its durations, for the metrics and the log of slow statements. */
export type Measures = EventEmitter<Measured>

interface Measured {
  statement: [StatementMeasure]
  attempt: [AttemptMeasure]
  bucketRequest: [BucketRequestMeasure]
  /** An original whose content does not match its checksum. */
  damagedOriginal: []
}

/** A statement that ended, with the wait for its connection. */
export interface StatementMeasure {
  /** The operation, job or part of the service that sent the statement. */
  operation: string
  /** The SQL, without the values of its parameters. */
  sql: string
  seconds: number
  /**
   * The failure; null for a statement that succeeded. `refused` is any failure that needs no reaction, such as a key that exists.
   */
  failure: Failure | 'refused' | null
}

/** An attempt of a job whose outcome was recorded. */
export interface AttemptMeasure {
  job: JobName
  outcome: 'succeeded' | 'skipped' | 'failed' | 'postponed' | 'late'
  seconds: number
}

/** A request to the store of a bucket, from its start to the headers of the answer. A retry is a request of its own. */
export interface BucketRequestMeasure {
  /** The command, such as `GetObject`. */
  command: string
  /** `missing` means a 404. */
  outcome: 'succeeded' | 'missing' | 'failed' | 'aborted'
  seconds: number
}

export function createMeasures(): Measures {
  return new EventEmitter()
}
