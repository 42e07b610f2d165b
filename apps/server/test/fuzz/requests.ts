import { called } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'
import fc, { type Arbitrary } from 'fast-check'
import type { z } from 'zod'
import { bodiesOf } from './values.js'

export type Operation = keyof typeof called

/** A request before it is sent, in the words of the oracle. */
export interface FuzzRequest {
  operation: Operation
  method: string
  caller: 'ada' | 'narrow' | 'wrong' | 'nobody'
  /** What stands for `:id`, decoded. */
  id: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string | undefined
  gzip: boolean
}

/** Ids that mean something to the library under test. */
export interface KnownIds {
  assets: string[]
  users: string[]
  albums: string[]
  tags: string[]
  /** Albums that others share with the caller. */
  shared: string[]
  /** Of somebody else. */
  foreign: string[]
}

/** Header values as Node's client lets them out. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((c) => c !== 0x7f)
    .map((c) => String.fromCharCode(c)),
})

/** Requests of all operations, valid, nearly valid and hostile. */
export function requestsOf(known: KnownIds): Arbitrary<FuzzRequest> {
  return fc.oneof(...(Object.keys(called) as Operation[]).map((operation) => requestOf(operation, known)))
}

/** The ids that can stand for `:id` in a path, by what its first part is about. */
export function idsOn(path: string, { albums, assets, tags, users }: KnownIds): string[] {
  const noun = path.split('/')[2] ?? ''
  const ids = { album: albums, asset: assets, tag: tags, user: users }[noun]
  if (!ids) throw new Error(`${path}: name in idsOn the ids that can stand for \`:id\`.`)
  return ids
}

function requestOf(operation: Operation, known: KnownIds): Arbitrary<FuzzRequest> {
  const route: AppRoute = called[operation]
  const ids = idsOf(operation === 'addUsersToAlbum' ? known.users : known.assets, known)
  const body: Arbitrary<string | undefined> =
    'body' in route
      ? mostly(bodiesOf(route.body as z.ZodType, ids) as Arbitrary<string | undefined>, fc.constant(undefined))
      : fc.constant(undefined)
  return fc.record({
    operation: fc.constant(operation),
    method: mostly(
      fc.constant<string>(route.method),
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
    ),
    caller: mostly(fc.constant<FuzzRequest['caller']>('ada'), fc.constantFrom('narrow', 'wrong', 'nobody')),
    id: idsOf(route.path.includes(':id') ? idsOn(route.path, known) : known.tags, known),
    query: mostly(fc.constant({}), queryOf(route), queryOf(route), queryOf(route)),
    headers: headersOf(route),
    body,
    gzip: mostly(fc.constant(false), fc.boolean()),
  })
}

function idsOf(usable: string[], { foreign, shared }: KnownIds): Arbitrary<string> {
  return mostly(
    fc.constantFrom(...usable),
    fc.constantFrom(...usable).map((id) => id.toUpperCase()),
    fc.constantFrom(...foreign, ...shared),
    fc.uuid(),
    fc.string(),
  )
}

function mostly<T>(usual: Arbitrary<T>, ...others: Arbitrary<T>[]): Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })))
}

function queryOf(route: AppRoute): Arbitrary<Record<string, string>> {
  return route.query
    ? fc.record(
        {
          limit: fc.oneof(
            fc.integer({ min: 1, max: 1_000 }).map(String),
            fc.constantFrom('0', '1001', '-1', '1.5', '', 'x', ' 1', '1e2', '٣'),
          ),
          cursor: fc.oneof(fc.string(), fc.constantFrom('', 'a'.repeat(513), Buffer.from('[]').toString('base64url'))),
          other: fc.string(),
        },
        { requiredKeys: [] },
      )
    : fc.oneof({ weight: 19, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.record({ other: fc.string() }) })
}

function headersOf(route: AppRoute): Arbitrary<Record<string, string>> {
  const { method } = route
  const headers = (route.headers ?? {}) as object
  return fc
    .record({
      accept: mostly(
        fc.constant<string | undefined>('application/json'),
        fc.constant(undefined),
        fc.constantFrom('*/*', 'text/html, application/*;q=0.1', 'text/html', 'application/json;q=0'),
        headerText,
      ),
      'content-type': mostly(
        fc.constant<string | undefined>(method === 'GET' ? undefined : 'application/json'),
        fc.constantFrom(
          'application/json; charset=UTF-8',
          'APPLICATION/JSON',
          'text/plain',
          'application/json; charset=latin1',
        ),
        fc.constant(undefined),
        headerText,
      ),
      prefer:
        'prefer' in headers ? optional(fc.oneof(fc.constant('return=minimal'), headerText)) : fc.constant(undefined),
      'if-none-match': 'if-none-match' in headers ? optional(headerText) : fc.constant(undefined),
      'idempotency-key':
        'idempotency-key' in headers
          ? optional(fc.oneof(fc.constant('unique'), fc.constantFrom('', 'two words', 'ü', 'k'.repeat(256))))
          : fc.constant(undefined),
    })
    .map((all) =>
      Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    )
}

function optional(values: Arbitrary<string>) {
  return fc.option(values, { nil: undefined, freq: 2 })
}
