import { type FieldError, Id, MAX_IDS, toFieldErrors } from '@media-library/contract'
import * as z from 'zod'

/** The number of faults of one kind that are listed. Further ones are only counted. */
const NAMED = 100

/** The result for a body: its parsed value, its faults, or the reason why it is not JSON. */
export type BodyValidation = { value: unknown } | BodyFaults | { malformed: string }

/** The faults of a body by its schema. `faults` may hold only the first of them. */
export interface BodyFaults {
  faults: FieldError[]
  faultCount: number
}

interface Shortened {
  value: unknown
  /** The number of faults that were left out. */
  leftOut: number
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns whether a schema is an optional or required list of ids. */
export function isListOfIds(schema: unknown): boolean {
  const list = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return list instanceof z.ZodArray && list.element === Id
}

/** Checks a value by the schema of a body, in a time that does not grow with the number of faults. */
export function validateValue(value: unknown, schema: z.ZodType): BodyValidation {
  const shortened = shorten(value, schema)
  const { success, data, error } = schema.safeParse(shortened.value)
  if (success) return { value: data }
  const faults = toFieldErrors('', error.issues, shortened.value)
  return { faults: faults.slice(0, NAMED), faultCount: faults.length + shortened.leftOut }
}

/** Parses JSON in UTF-8 and checks it by the schema of a body. */
export function validateBody(bytes: Uint8Array, schema: z.ZodType): BodyValidation {
  const text = decode(bytes)
  if (text === null) return { malformed: 'The body is not UTF-8.' }
  const parsed = parse(text)
  return 'malformed' in parsed ? parsed : validateValue(parsed.json, schema)
}

/** Shortens a body with more faults than are listed, because a schema takes microseconds for each fault. */
function shorten(body: unknown, schema: z.ZodType): Shortened {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { value: body, leftOut: 0 }
  }
  let unknown = 0
  let leftOut = 0
  const kept: [string, unknown][] = []
  for (const [name, value] of Object.entries(body)) {
    const isKnown = Object.hasOwn(schema.shape, name)
    if (!isKnown) unknown += 1
    if (!isKnown && unknown > NAMED) continue
    const list = Array.isArray(value) && isListOfIds(schema.shape[name]) ? shortenIds(value) : { value, leftOut: 0 }
    leftOut += list.leftOut
    kept.push([name, list.value])
  }
  leftOut += Math.max(0, unknown - NAMED)
  return leftOut === 0 ? { value: body, leftOut } : { value: Object.fromEntries(kept), leftOut }
}

/** Cuts a list after its hundredth entry that is not an id. */
function shortenIds(ids: unknown[]): Shortened {
  let faults = 0
  let end = ids.length
  for (const [position, id] of ids.entries()) {
    if (isId(id)) continue
    faults += 1
    if (faults === NAMED) end = position + 1
  }
  if (faults <= NAMED) return { value: ids, leftOut: 0 }
  // The length of the list is a fault of its own.
  const isTooLong = ids.length > MAX_IDS && end <= MAX_IDS
  return { value: ids.slice(0, end), leftOut: faults - NAMED + (isTooLong ? 1 : 0) }
}

function isId(value: unknown) {
  return typeof value === 'string' && z.regexes.guid.test(value)
}

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

function parse(text: string): { json: unknown } | { malformed: string } {
  try {
    // An empty body means an empty object.
    return { json: text === '' ? {} : JSON.parse(text) }
  } catch (error) {
    return { malformed: `The body is not JSON: ${(error as Error).message}` }
  }
}
