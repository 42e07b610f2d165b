import { ProblemError } from '../errors.js'

/** Throws `not_found` unless the tag is the user's own. */
export function requireOwnTag<Tag extends { userId: string }>(
  user: { id: string },
  tag: Tag | null,
): asserts tag is Tag {
  if (tag?.userId !== user.id) throw new ProblemError('not_found', 'There is no such tag.')
}
