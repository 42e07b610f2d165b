import type { Pool } from 'pg'

/** A request to the floor. */
export interface Call {
  pool: Pool
  key: [id: string, secretHash: Buffer]
  /** What the path names. */
  id: string
  query: URLSearchParams
  body: unknown
  /** The header If-None-Match. */
  condition: string | undefined
}

/** What it answers; nobody looks at the bodies of refusals. */
export interface Answer {
  status: number
  /** A value, or JSON in pieces. */
  body?: unknown
}
