import type { Statements } from '@media-library/test-support/plain-asset'

/** A request to the floor. */
export interface Call {
  database: Statements
  key: [id: string, secretHash: Buffer]
  /** The id of the path. */
  id: string
  query: URLSearchParams
  body: unknown
  /** The value of the header If-None-Match. */
  condition: string | undefined
}

/** A response of the floor. */
export interface Answer {
  status: number
  /** The value to serialize. */
  body?: unknown
}
