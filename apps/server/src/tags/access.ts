import { ProblemError } from '../errors.js'

/** Returns the tag. Throws `not_found` when the caller has no such tag. */
export function requireTag<Found>(tag: Found | null): Found {
  if (tag !== null) return tag
  throw new ProblemError('not_found', 'There is no such tag.')
}

/** Returns the tag that has the name now. Throws `name_taken` when another one of the user has it. */
export function requireFreeName<Tag>(tag: Tag | 'taken', name: string): Tag {
  if (tag !== 'taken') return tag
  const errors = [{ pointer: '/name', code: 'name_taken', detail: 'is the name of another tag of yours' }]
  throw new ProblemError('name_taken', `You already have a tag "${shorten(name)}".`, { errors })
}

function shorten(name: string) {
  return name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name
}
