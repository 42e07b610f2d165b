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

/** How many ids are looked at before others have their turn: all of a long list would stop the event loop for 100 ms. */
const AT_ONCE = 2_000

/** Rejects with `unusable_ids` unless all ids are usable. Unknown, deleted and foreign ids get the same answer. */
export async function requireUsable(...lists: GivenIds[]): Promise<void> {
  const faults: Faults = { errors: [], errorCount: 0 }
  for (const list of lists) if (list.unusable.length > 0) await addFaults(faults, list)
  if (faults.errorCount === 0) return
  const positions = faults.errorCount === 1 ? 'One position holds' : `${faults.errorCount} positions hold`
  throw new ProblemError('unusable_ids', `${positions} an id that you may not use. Nothing was written.`, faults)
}

async function addFaults(faults: Faults, { property, ids, unusable }: GivenIds): Promise<void> {
  const refused = new Set<string>()
  for (const [count, id] of unusable.entries()) {
    if (count % AT_ONCE === AT_ONCE - 1) await nextTurn()
    refused.add(id)
  }
  for (const [position, id] of ids.entries()) {
    if (position % AT_ONCE === AT_ONCE - 1) await nextTurn()
    if (!refused.has(id)) continue
    faults.errorCount += 1
    if (faults.errors.length >= NAMED) continue
    const detail = `There is no ${id} that you may use.`
    faults.errors.push({ pointer: `/${property}/${position}`, code: 'unusable_id', detail })
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
