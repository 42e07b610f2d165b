import type { FieldError } from '@media-library/contract'
import { ProblemError } from '../errors.js'

/** A list of ids in a body, and the ids in it that the caller may not use. */
export interface GivenIds {
  /** The property that holds the list. */
  property: string
  ids: string[]
  unusable: string[]
}

/** How many positions are listed. Further ones are only counted. */
const NAMED = 100

interface Faults {
  errors: FieldError[]
  errorCount: number
}

/** Throws `unusable_ids` unless all ids are usable. Unknown, deleted and foreign ids get the same answer. */
export function requireUsable(...lists: GivenIds[]): void {
  const faults = lists.reduce(addFaults, { errors: [], errorCount: 0 })
  if (faults.errorCount === 0) return
  const positions = faults.errorCount === 1 ? 'One position holds' : `${faults.errorCount} positions hold`
  throw new ProblemError('unusable_ids', `${positions} an id that you may not use. Nothing was written.`, faults)
}

function addFaults(faults: Faults, { property, ids, unusable }: GivenIds): Faults {
  // Stryker disable next-line ConditionalExpression: without it all comes out the same, after a look at each id
  if (unusable.length === 0) return faults
  const refused = new Set(unusable)
  for (const [position, id] of ids.entries()) {
    if (!refused.has(id)) continue
    faults.errorCount += 1
    if (faults.errors.length >= NAMED) continue
    const detail = `There is no ${id} that you may use.`
    faults.errors.push({ pointer: `/${property}/${position}`, code: 'unusable_id', detail })
  }
  return faults
}
