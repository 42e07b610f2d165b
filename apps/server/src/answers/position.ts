/** The position of an entry in a list that is newest first. The next page starts after it. */
export interface Position {
  at: Date
  id: string
}

/** A part of a list; without `limit`, everything after the position. */
export interface Page {
  after: Position | null
  limit: number | null
}
