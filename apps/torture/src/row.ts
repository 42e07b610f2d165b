/** How much a row does: a first look, or all that it takes to believe it. */
export type Tier = 'quick' | 'long'

/** What must hold, and the tests of the server that try to break it. */
export interface Row {
  name: string
  /** What must hold. */
  holds: string
  /** How much is done. */
  amount: Record<Tier, string>
  /** The longest that it may take, in minutes; then it has failed. */
  minutes: Record<Tier, number>
  /** Test files, from the folder `test` of the server. */
  files: string[]
  /** A part of the names of the tests in those files that are meant; all of them when left out. */
  tests?: string
}
