/** How much work a row does: as much as CI has time for, or enough to be convincing. */
export type Tier = 'quick' | 'long'

/** A promise, and the tests of the server that try to break it. */
export interface Row {
  name: string
  /** The promise. */
  holds: string
  /** How much work the tests do. */
  amount: Record<Tier, string>
  /** The limit in minutes; a row that takes longer fails. */
  minutes: Record<Tier, number>
  /** Test files, from the folder `test` of the server. */
  files: string[]
  /** Part of the names of the tests to run; without it, all tests run. */
  tests?: string
}
