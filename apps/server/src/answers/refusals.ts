import type { FieldError } from '@media-library/contract'
import { ProblemError } from '../errors.js'
import type { Unusable } from './unusable-ids.js'

/** A list of ids in a body, and where it has ids that the caller may not use. */
export interface GivenIds {
  /** The property that holds the list. */
  property: string
  ids: string[]
  unusable: Unusable | null
}

/** How many positions are listed. Further ones are only counted. */
const NAMED = 100

/** Throws `unusable_ids` unless all ids are usable. Unknown, deleted and foreign ids get the same answer. */
export function requireUsable(...lists: GivenIds[]): void {
  const errorCount = lists.reduce((sum, { unusable }) => sum + (unusable?.count ?? 0), 0)
  if (errorCount === 0) return
  const positions = errorCount === 1 ? 'One position holds' : `${errorCount} positions hold`
  throw new ProblemError('unusable_ids', `${positions} an id that you may not use. Nothing was written.`, {
    errors: lists.flatMap(toErrors).slice(0, NAMED),
    errorCount,
  })
}

function toErrors({ property, ids, unusable }: GivenIds): FieldError[] {
  return (unusable?.positions ?? []).map((position) => ({
    pointer: `/${property}/${position}`,
    code: 'unusable_id',
    detail: `There is no ${ids[position]} that you may use.`,
  }))
}

/** Returns what was created. Throws `limit_reached` when nothing was, because the user has as many as a user may have. */
export function requireRoom<Created>(
  created: Created | null,
  things: 'albums' | 'tags' | 'keys',
  most: number,
): Created {
  if (created !== null) return created
  throw new ProblemError('limit_reached', `A user may have ${most} ${things}, and you have them. Nothing was created.`)
}
