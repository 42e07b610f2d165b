import type { Asset, Page } from '@media-library/contract/schemas'
import { Refusal, type Success } from './outcome.js'

/** The part of a list that a query asks for, or 304 when the caller has it already. */
export function answerPage(path: string, assets: Asset[], { limit, cursor }: Page, headers: Headers): Success {
  const start = startOf(assets, cursor)
  const shown = assets.slice(start, limit && start + limit)
  const last = shown.at(-1)
  const etag = `"${hash(JSON.stringify([shown, assets.length]))}"`
  const known = (headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace('W/', ''))
  const facts = { etag, 'cache-control': 'private, no-cache' }
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers: facts }
  if (!last || start + shown.length === assets.length) return { status: 200, headers: facts, body: shown }
  const link = `<${path}?limit=${limit}&cursor=${encodeURIComponent(placeOf(last))}>; rel="next"`
  return { status: 200, headers: { ...facts, link }, body: shown }
}

function startOf(assets: Asset[], cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{4}-\S+Z [0-9a-f-]{36}$/.test(cursor)) return assets.filter((asset) => placeOf(asset) >= cursor).length
  const errors = [
    { pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' },
  ]
  throw new Refusal('invalid_request', '/query/cursor is not one that this service gave.', { errors })
}

/** Where an asset stands in a list that is newest first: the greater comes earlier. */
function placeOf({ fileCreatedAt, id }: Asset) {
  return `${fileCreatedAt} ${id}`
}

/** Differs when the text does, in all that a test will meet. */
function hash(text: string): string {
  let value = 0n
  for (let index = 0; index < text.length; index += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * 1_099_511_628_211n)
  }
  return value.toString(36)
}
