import { ProblemError } from '../errors.js'

/** Only the tag's own user goes on; to anybody else the tag does not exist. */
export function requireOwnTag<Tag extends { userId: string }>(
  user: { id: string },
  tag: Tag | null,
): asserts tag is Tag {
  if (tag?.userId !== user.id) throw new ProblemError('not_found', 'There is no such tag.')
}
