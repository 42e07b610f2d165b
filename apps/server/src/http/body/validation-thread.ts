import { parentPort } from 'node:worker_threads'
import { api } from '@media-library/contract'
import * as z from 'zod'
import { type BodyValidation, isListOfIds, validateBody } from './validate-body.js'

/** A body and its operation. */
export interface BodyToValidate {
  operation: keyof typeof api
  bytes: Uint8Array
}

/** The packed validation of a body. */
export type PackedValidation = Exclude<BodyValidation, { value: unknown }> | { packed: Packed }

/** The number of objects that are read from JSON between other requests, in a millisecond or two. */
const AT_ONCE = 2_000

/**
 * A parsed body with each list of ids as one text, and each other long list as the JSON of its parts, because a message of many
 * values blocks the receiving thread.
 */
export interface Packed {
  ids: Record<string, string>
  parts: Record<string, string[]>
  others: unknown
}

/** Packs a parsed body. */
function pack(value: unknown, schema: z.ZodType): Packed {
  if (!(schema instanceof z.ZodObject)) return { ids: {}, parts: {}, others: value }
  const ids: Packed['ids'] = {}
  const parts: Packed['parts'] = {}
  const others: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(value as object)) {
    if (isListOfIds(schema.shape[name]) && property.length > 0) ids[name] = property.join(',')
    else if (Array.isArray(property) && property.length > AT_ONCE) parts[name] = toParts(property)
    else others[name] = property
  }
  return { ids, parts, others }
}

function toParts(list: unknown[]): string[] {
  const count = Math.ceil(list.length / AT_ONCE)
  return Array.from({ length: count }, (_, part) => JSON.stringify(list.slice(part * AT_ONCE, (part + 1) * AT_ONCE)))
}

parentPort?.on('message', ({ operation, bytes }: BodyToValidate) => {
  const { body } = api[operation] as { body: z.ZodType }
  const validation = validateBody(bytes, body)
  const answer: PackedValidation = 'value' in validation ? { packed: pack(validation.value, body) } : validation
  parentPort?.postMessage(answer)
})
