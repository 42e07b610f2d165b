/** Where an entry stands in a list that is newest first; the next page starts after it. */
export interface Position {
  at: Date
  id: string
}

/** Which part of a list; without `limit` all that comes after. */
export interface Page {
  after: Position | null
  limit: number | null
}
