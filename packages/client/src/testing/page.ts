import type { Asset, Page } from '../types/index.js'
import { Refusal, type Success } from './outcome.js'

/** Where an entry stands in a list whose newest moment is first. */
export interface Place {
  at: string
  id: string
}

/** How to page a list: where its entries stand, and which of two of one moment comes first. */
export interface Order<Item> {
  placeOf(item: Item): Place
  ids: 'asc' | 'desc'
}

/** Assets are sorted by when they were taken, and then by id. */
export const byCapture: Order<Asset> = { placeOf: ({ fileCreatedAt: at, id }) => ({ at, id }), ids: 'desc' }

/** Sorts a list for pages of it. */
export function sorted<Item>(items: Item[], order: Order<Item>): Item[] {
  return items.sort((a, b) => (isBefore(order.placeOf(a), order.placeOf(b), order.ids) ? -1 : 1))
}

/** The part of a list that a query asks for. */
export function answerPage<Item>(path: string, items: Item[], { limit, cursor }: Page, order: Order<Item>): Success {
  const start = startOf(items, cursor, order)
  const shown = items.slice(start, limit && start + limit)
  const last = shown.at(-1)
  if (!last || start + shown.length === items.length) return { status: 200, body: shown }
  const { at, id } = order.placeOf(last)
  const link = `<${path}?limit=${limit}&cursor=${encodeURIComponent(`${at} ${id}`)}>; rel="next"`
  return { status: 200, headers: { link }, body: shown }
}

/** An answer with its entity tag, or 304 when the caller has it already. */
export function answerVersion(answer: Success, headers: Headers): Success {
  const etag = `"${hash(JSON.stringify([answer.body, answer.headers]))}"`
  const known = (headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace('W/', ''))
  const facts = { ...answer.headers, etag, 'cache-control': 'private, no-cache' }
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers: facts }
  return { ...answer, headers: facts }
}

/** Differs when the text does, in all that a test will meet. */
export function hash(text: string): string {
  let value = 0n
  for (let index = 0; index < text.length; index += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * 1_099_511_628_211n)
  }
  return value.toString(36)
}

function isBefore(one: Place, other: Place, ids: 'asc' | 'desc'): boolean {
  if (one.at !== other.at) return one.at > other.at
  return ids === 'desc' ? one.id > other.id : one.id < other.id
}

function startOf<Item>(items: Item[], cursor: string | undefined, { placeOf, ids }: Order<Item>): number {
  if (cursor === undefined) return 0
  const [at, id] = /^(\d{4}-\S+Z) ([0-9a-f-]{36})$/.exec(cursor)?.slice(1) ?? []
  if (at !== undefined && id !== undefined) {
    return items.filter((item) => !isBefore({ at, id }, placeOf(item), ids)).length
  }
  const errors = [
    { pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' },
  ]
  throw new Refusal('invalid_request', '/query/cursor is not a cursor of this service.', { errors })
}
