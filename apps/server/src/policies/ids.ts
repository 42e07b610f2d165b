import type { FieldError } from '@media-library/contract'
import { ProblemError } from '../errors.js'

/** A list of ids in a body, and those of them that the caller may not use. */
export interface GivenIds {
  /** The property that holds the list. */
  property: string
  ids: string[]
  unusable: string[]
}

const faultsOf = ({ property, ids, unusable }: GivenIds): FieldError[] => {
  // Stryker disable next-line ConditionalExpression: without it all comes out the same, after a look at each id
  if (unusable.length === 0) return []
  const refused = new Set(unusable)
  return ids.flatMap((id, position) =>
    refused.has(id)
      ? [{ pointer: `/${property}/${position}`, code: 'unusable_id', detail: `There is no ${id} that you may use.` }]
      : [],
  )
}

/** All ids are usable, or the whole request is refused. Unknown, deleted and foreign ids read alike. */
export const requireUsable = (...lists: GivenIds[]): void => {
  const errors = lists.flatMap(faultsOf)
  if (errors.length === 0) return
  const positions = errors.length === 1 ? 'One position holds' : `${errors.length} positions hold`
  throw new ProblemError('unusable_ids', `${positions} an id that you may not use. Nothing was written.`, { errors })
}
