const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The order of tags and people: by name, then id, both by code unit. */
export const byNameThenId = (a: { name: string; id: string }, b: { name: string; id: string }): number =>
  compare(a.name, b.name) || compare(a.id, b.id)
