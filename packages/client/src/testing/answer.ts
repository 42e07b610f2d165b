import type { Problem } from '@media-library/contract/schemas'
import { requireExample } from '@media-library/contract/schemas'
import { type Operation, readRoute } from '../call/routes.js'
import { Refusal } from './ask.js'
import type { Fixtures } from './fixtures.js'
import { type ParsedRequest, toFacts, toRoute } from './request.js'

/**
 * Creates the response of an operation according to its metadata: a page of a list, an album without assets, or 304 for
 * a list that has not changed.
 */
export function respond({ operation, url, headers }: ParsedRequest, result: unknown): Response {
  const answers = toFacts(operation)
  const isMinimal = answers.includes('prefer') && /\breturn=minimal\b/.test(headers.get('prefer') ?? '')
  const minimal = isMinimal ? { ...(result as object), assets: [] } : result
  const { entries, link } = answers.includes('pages')
    ? readPage(minimal as Item[], url)
    : { entries: minimal, link: undefined }
  const answer = entries instanceof Response ? entries : toJsonResponse(entries, readRoute(operation).success)
  if (link !== undefined) answer.headers.set('link', link)
  if (answers.includes('etag')) answer.headers.set('etag', toEtag(JSON.stringify([entries, link])))
  const etag = answer.headers.get('etag')
  const isKnown = etag !== null && headers.get('if-none-match')?.includes(etag)
  return isKnown ? new Response(null, { status: 304, headers: answer.headers }) : answer
}

/** Returns the answer of an operation without rules: the example of the contract, or an empty list. */
export function exampleOfAnswer(operation: Operation): unknown {
  const schema = toRoute(operation).responses[readRoute(operation).success]
  if (typeof schema !== 'object') return undefined
  return 'element' in (schema as object) ? [] : requireExample(schema as Parameters<typeof requireExample>[0])
}

/** Creates the response with the problem of a refusal. */
export function respondProblem(refusal: Refusal, fixtures: Fixtures, requestId: string): Response {
  const { code, message: detail, headers, errors } = refusal
  const known = errors && { errors: errors.slice(0, 100), errorCount: errors.length }
  const problem: Problem = fixtures.aProblem(code, { detail, instance: `urn:uuid:${requestId}`, ...known })
  return toJsonResponse(problem, problem.status, { ...headers, 'content-type': 'application/problem+json' })
}

export function toJsonResponse(body: unknown, status: number, headers: Record<string, string> = {}): Response {
  if (body === undefined) return new Response(null, { status, headers })
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Returns a tag that differs for all different texts that a test will meet. */
export function toEtag(text: string): string {
  let value = 0n
  for (let index = 0; index < text.length; index += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * 1_099_511_628_211n)
  }
  return `"${value.toString(36)}"`
}

/** The properties that identify an entry of a list. */
type Item = { id: string } | { assetId: string; name: string }

/** Returns the requested part of a list. A cursor consists of the last entry before it, and its position. */
function readPage(items: Item[], url: URL): { entries: Item[]; link: string | undefined } {
  const [limit, cursor] = [url.searchParams.get('limit'), url.searchParams.get('cursor')]
  const [, place, last] = /^(\d+)~(.*)$/.exec(cursor ?? '0~') ?? []
  if (place === undefined) {
    const errors = [{ pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of a page' }]
    throw new Refusal('invalid_request', '/query/cursor is not a cursor of this service.', { errors })
  }
  const start = items.findIndex((item) => toKey(item) === last) + 1 || Number(place)
  const end = limit === null ? items.length : start + Number(limit)
  const entries = items.slice(start, end)
  const final = entries.at(-1)
  if (!final || end >= items.length) return { entries, link: undefined }
  const next = new URLSearchParams(url.searchParams)
  next.set('cursor', `${end}~${toKey(final)}`)
  return { entries, link: `<${url.pathname}?${next}>; rel="next"` }
}

function toKey(item: Item): string {
  return 'id' in item ? item.id : `${item.assetId}.${item.name}`
}
