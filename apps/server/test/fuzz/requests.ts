import { api, JobName, JobState, type RouteMetadata } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'
import fc, { type Arbitrary } from 'fast-check'
import type { z } from 'zod'
import { isSignIn } from '../support/sign-in/operations.js'
import { anyBody } from './values.js'

export type Operation = keyof typeof api

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
  people: string[]
  faces: string[]
  /** A tag that a request may delete. */
  doomed: string
  /** An album that a request may delete. */
  doomedAlbum: string
  /** A session of the caller that a request may end. */
  doomedDevice: string
  /** Keys of the caller, with which no request is sent. */
  apiKeys: string[]
  /** A key of the caller that a request may revoke. */
  doomedKey: string
  /** A link of chosen assets, which a request may remove. */
  doomedLink: string
  /** Assets of the caller that a request may delete. */
  doomedAssets: string[]
  /** Albums that others share with the caller. */
  shared: string[]
  /** Assets that the caller sees through those albums. */
  seen: string[]
  /** Ids of another user. */
  foreign: string[]
}

/** Header values as Node's client lets them out. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((c) => c !== 0x7f)
    .map((c) => String.fromCharCode(c)),
})

/** Requests of all operations but the sign-in, and those that answer a POST with files; valid, nearly valid and hostile. */
export function anyRequest(known: KnownIds): Arbitrary<FuzzRequest> {
  const operations = (Object.keys(api) as Operation[]).filter(
    (name) => !isSignIn(name) && !['downloadFileByPost', 'downloadArchive'].includes(name),
  )
  return fc
    .oneof(...operations.map((operation) => anyRequestFor(operation, known)))
    .map((request) => spare(request, known))
}

/** Keeps what other requests need: a request that would delete a tag, album or key, or leave an album, gets a spare one. */
function spare(request: FuzzRequest, known: KnownIds): FuzzRequest {
  const { tags, doomed, albums, shared, doomedAlbum, apiKeys, doomedKey } = known
  if (request.method !== 'DELETE') return request
  const { path, method } = api[request.operation]
  if (path === api.deleteAssets.path) return { ...request, method }
  const id = request.id.toLowerCase()
  if (path === api.deleteTag.path && tags.includes(id)) return { ...request, id: doomed }
  if (path === api.deleteAlbum.path && albums.includes(id)) return { ...request, id: doomedAlbum }
  if (path === api.deleteApiKey.path && apiKeys.includes(id)) return { ...request, id: doomedKey }
  return path === api.removeUserFromAlbum.path && shared.includes(id) ? { ...request, id: doomedAlbum } : request
}

/** Returns whether a route reads a body. */
export function takesBody(route: AppRoute): route is AppRoute & { body: z.ZodType } {
  return 'body' in route && typeof route.body === 'object' && route.body !== null
}

/** Returns the ids that can stand for `:id` in a path, by its first segment. */
export function idsOn(
  path: string,
  { albums, apiKeys, assets, people, faces, tags, users, doomedDevice, doomedLink }: KnownIds,
): string[] {
  const noun = path.split('/')[2] ?? ''
  const ids = {
    album: albums,
    'api-key': apiKeys,
    asset: assets,
    download: assets,
    person: people,
    face: [...people, ...faces],
    tag: tags,
    user: users,
    invitation: users,
    auth: [doomedDevice],
    'shared-link': [doomedLink],
  }[noun]
  if (!ids) throw new Error(`${path}: name in idsOn the ids that can stand for \`:id\`.`)
  return ids
}

function anyRequestFor(operation: Operation, known: KnownIds): Arbitrary<FuzzRequest> {
  const route: AppRoute = api[operation]
  const ids = anyId(usableIn(operation, known), known)
  const body: Arbitrary<string | undefined> = isUpload(route)
    ? anyForm()
    : takesBody(route)
      ? mostly(anyBody(route.body, ids) as Arbitrary<string | undefined>, fc.constant(undefined))
      : fc.constant(undefined)
  return fc.record({
    operation: fc.constant(operation),
    method: mostly(
      fc.constant<string>(route.method),
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
    ),
    caller: mostly(fc.constant<FuzzRequest['caller']>('ada'), fc.constantFrom('narrow', 'wrong', 'nobody')),
    id: anyId(route.path.includes(':id') ? idsOn(route.path, known) : known.tags, known),
    query: isEndless(route) ? anyQuery(route, known) : fc.oneof(fc.constant({}), anyQuery(route, known)),
    headers: anyHeaders(route),
    body,
    gzip: mostly(fc.constant(false), fc.boolean()),
  })
}

/** Returns the ids that a body of an operation can hold. */
function usableIn(operation: Operation, { users, assets, faces, doomedAssets }: KnownIds): string[] {
  if (operation === 'reassignFacesById') return faces
  if (operation === 'addUsersToAlbum') return users
  return operation === 'deleteAssets' ? doomedAssets : assets
}

function isUpload({ metadata }: AppRoute) {
  return (metadata as RouteMetadata).isUpload === true
}

/** Forms of parts that are known and not, whole and cut. What they hold is text, and so no photo. */
function anyForm(): Arbitrary<string> {
  const names = [
    'assetData',
    'file',
    'sidecarData',
    'livePhotoData',
    'deviceId',
    'deviceAssetId',
    'fileCreatedAt',
    'isFavorite',
  ]
  const part = fc.record({
    name: mostly(fc.constantFrom(...names), fc.string()),
    filename: fc.option(mostly(fc.constantFrom('a.jpg', '../a.jpg'), fc.string()), { nil: undefined }),
    content: fc.oneof(fc.constantFrom('2024-01-01', 'true', ''), fc.string(), fc.string({ unit: 'binary' })),
  })
  const toText = ({ name, filename, content }: { name: string; filename: string | undefined; content: string }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
  }
  const whole = fc.array(part, { maxLength: 9 }).map((parts) => `${parts.map(toText).join('')}--x--\r\n`)
  const cut = fc.tuple(whole, fc.nat(200)).map(([text, length]) => text.slice(0, length))
  return mostly(whole, cut, fc.string())
}

function anyId(usable: string[], { foreign, shared, seen }: KnownIds): Arbitrary<string> {
  return mostly(
    fc.constantFrom(...usable),
    fc.constantFrom(...usable).map((id) => id.toUpperCase()),
    fc.constantFrom(...foreign, ...shared, ...seen),
    fc.uuid(),
    fc.string(),
  )
}

function mostly<T>(usual: Arbitrary<T>, ...others: Arbitrary<T>[]): Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })))
}

const wholes = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }).map(String),
  fc.constantFrom('0', '1001', '-1', '1.5', '', 'x', ' 1', '1e2', '٣', '9007199254740991'),
)

const flags = mostly(fc.constantFrom('true', 'false'), fc.constantFrom('', '1', 'TRUE', 'null'))

const moments = mostly(
  fc.constantFrom('2024-01-01', '2024-01-01T00:00:00.000Z', '2024-02-29T23:59:59+14:00', '0000-01-01', '9999-12-31'),
  fc.constantFrom('', 'now', '2024-02-30', '2024-01-01T00:00', '-000001-01-01T00:00:00Z', '+010000-01-01'),
)

/** Values of each parameter, sound and not, by its name. */
function pathParameters(known: KnownIds): Record<string, Arbitrary<string>> {
  const flagged = [
    'isAll',
    'shared',
    'withoutAssets',
    'isArchived',
    'isFavorite',
    'isTrashed',
    'withPartners',
    'withStacked',
    'isThumb',
    'isWeb',
    'motion',
    'withArchived',
    'clip',
    'smart',
    'recent',
  ]
  return {
    ...Object.fromEntries(flagged.map((name) => [name, flags])),
    limit: wholes,
    take: wholes,
    skip: wholes,
    cursor: fc.oneof(fc.string(), fc.constantFrom('', 'a'.repeat(513), Buffer.from('[]').toString('base64url'))),
    id: anyId(known.assets, known),
    assetId: anyId(known.assets, known),
    albumId: anyId(known.albums, known),
    personId: anyId(known.people, known),
    withHidden: flags,
    userId: mostly(fc.constantFrom(known.users[0] ?? ''), anyId(known.users, known)),
    updatedAfter: moments,
    updatedBefore: moments,
    timeBucket: moments,
    size: mostly(fc.constantFrom('DAY', 'MONTH', '2'), fc.constantFrom('', 'YEAR', 'day')),
    order: mostly(fc.constantFrom('asc', 'desc'), fc.constantFrom('', 'ASC')),
    page: wholes,
    q: fc.string(),
    query: fc.string(),
    type: mostly(fc.constantFrom('IMAGE', 'VIDEO', 'city', 'camera-make'), fc.constantFrom('', 'image')),
    day: wholes,
    month: wholes,
    count: wholes,
    country: fc.string(),
    make: fc.string(),
    model: fc.string(),
    key: fc.string(),
    password: fc.string(),
    token: fc.string(),
    name: mostly(fc.constantFrom(...JobName.options), fc.constantFrom('', 'develop')),
    state: mostly(fc.constantFrom(...JobState.options), fc.constantFrom('', 'lost')),
    format: mostly(fc.constantFrom('WEBP', 'JPEG'), fc.constantFrom('', 'webp')),
    v: fc.string(),
    after: fc.constantFrom('2024-01-01', '2024-01-01T00:00:00.000001Z', 'x'),
    entityType: fc.constantFrom('ASSET', 'ALBUM', 'x'),
    direction: fc.constantFrom('shared-by', 'shared-with', 'x'),
    wait: mostly(fc.constant('0'), fc.constantFrom('-1', '61', '', 'x')),
  }
}

function anyQuery(route: AppRoute, known: KnownIds): Arbitrary<Record<string, string>> {
  const { shape = {} } = (route.query ?? {}) as { shape?: Record<string, z.ZodType> }
  const values = pathParameters(known)
  const missing = Object.keys(shape).filter((name) => !values[name])
  if (missing.length > 0) throw new Error(`Say in pathParameters what ${missing.join(', ')} may hold.`)
  const parameters = Object.fromEntries(Object.keys(shape).map((name) => [name, values[name] as Arbitrary<string>]))
  const required = Object.keys(shape).filter((name) => isEndless(route) || !shape[name]?.safeParse(undefined).success)
  const sound = fc.record(parameters, { requiredKeys: required })
  const unsound: Record<string, Arbitrary<string>> = { ...parameters, other: fc.string() }
  return mostly(sound, fc.record(unsound, { requiredKeys: isEndless(route) ? required : [] }))
}

/** Returns whether the response does not end unless the query says when. */
function isEndless({ path }: AppRoute) {
  return path === api.listenToEvents.path
}

function anyHeaders(route: AppRoute): Arbitrary<Record<string, string>> {
  const { method } = route
  const headers = (route.headers ?? {}) as object
  return fc
    .record({
      accept: mostly(
        fc.constant<string | undefined>('application/json'),
        fc.constant(undefined),
        fc.constantFrom(
          '*/*',
          'text/event-stream',
          'text/html, application/*;q=0.1',
          'text/html',
          'application/json;q=0',
        ),
        headerText,
      ),
      'content-type': mostly(
        fc.constant<string | undefined>(
          method === 'GET' ? undefined : isUpload(route) ? 'multipart/form-data; boundary=x' : 'application/json',
        ),
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
      'x-immich-checksum':
        'x-immich-checksum' in headers
          ? optional(fc.oneof(fc.constant('0'.repeat(40)), headerText))
          : fc.constant(undefined),
      'last-event-id': 'last-event-id' in headers ? optional(headerText) : fc.constant(undefined),
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
