import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { isListOfIds } from './validate-body.js'

/** How many objects are read from JSON between other requests, in a millisecond or two. */
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
export function pack(value: unknown, schema: z.ZodType): Packed {
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

/** Restores a packed body. Other requests continue meanwhile. */
export async function unpack({ ids, parts, others }: Packed): Promise<unknown> {
  const lists: Record<string, unknown[]> = {}
  for (const [name, list] of Object.entries(ids)) {
    lists[name] = list.split(',')
    await setImmediate()
  }
  for (const [name, texts] of Object.entries(parts)) {
    const list: unknown[] = []
    for (const text of texts) {
      list.push(...JSON.parse(text))
      await setImmediate()
    }
    lists[name] = list
  }
  return Object.keys(lists).length === 0 ? others : { ...(others as object), ...lists }
}
