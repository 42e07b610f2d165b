import * as z from 'zod'
import { isListOfIds } from './validate-body.js'

/** A parsed body with each list of ids as one text, because a message of many values blocks the receiving thread. */
export interface Packed {
  lists: Record<string, string>
  others: unknown
}

/** Packs a parsed body. */
export function pack(value: unknown, schema: z.ZodType): Packed {
  if (!(schema instanceof z.ZodObject)) return { lists: {}, others: value }
  const lists: Record<string, string> = {}
  const others: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(value as object)) {
    if (isListOfIds(schema.shape[name]) && property.length > 0) lists[name] = property.join(',')
    else others[name] = property
  }
  return { lists, others }
}

/** Restores a packed body. */
export function unpack({ lists, others }: Packed): unknown {
  return Object.entries(lists).reduce(
    (value, [name, list]) => ({ ...(value as object), [name]: list.split(',') }),
    others,
  )
}
