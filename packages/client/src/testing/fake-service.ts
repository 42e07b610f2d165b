import { problems } from '@media-library/contract/schemas'
import type { Asset, Problem, ProblemCode, Tag, User } from '../types/index.js'
import { tell } from './events.js'
import { createFixtures } from './fixtures.js'
import { type Asked, admit } from './gate.js'
import { createLibrary, type FakeUser, type FileKind, type QueuedJob, showAlbum } from './library.js'
import { operations } from './operations.js'
import { Refusal, type Success } from './outcome.js'
import { endJobs } from './outcomes.js'
import { redirect } from './sign-in.js'

const types: Record<FileKind, string> = {
  original: 'image/jpeg',
  WEBP: 'image/webp',
  JPEG: 'image/jpeg',
  MP4: 'video/mp4',
}

/** What a fake service is made of. */
export interface FakeOptions {
  /** Another seed makes other ids. */
  seed?: number
  /** Where the provider may redirect users; sign-in is off without any. */
  redirectUris?: string[]
}

/** A service in memory that keeps the promises of the real one, and what a test needs to fill and to question it. */
export type FakeService = ReturnType<typeof createFakeService>

const deprecation = { deprecation: '@1700611200', link: '</api/oauth/authorize>; rel="successor-version"' }

/**
 * A service in memory for the tests of an app: its `fetch` goes into `createClient`, in place of the global one, or
 * into a request interceptor. It checks requests by the contract and answers as decided; nothing leaves the process.
 *
 * ```ts
 * const service = createFakeService()
 * const tag = service.addTag({ name: 'Beach', assetIds: [service.addAsset().id] })
 * const client = createClient(service.options)
 * ```
 */
export function createFakeService({ seed = 1, redirectUris = [] }: FakeOptions = {}) {
  const fixtures = createFixtures(seed)
  const library = createLibrary(redirectUris)
  const firstAnswers = new Map<string, { body: string; answer: Success }>()
  const failures: { code: ProblemCode; headers: Record<string, string> }[] = []
  const baseUrl = 'http://media-library.test'

  /** Adds a user, whose `apiKey` then opens the service. */
  const addUser = (overrides: Partial<User> = {}): FakeUser => {
    const user = fixtures.aUser(overrides)
    const known = { ...user, apiKey: `mlk_test_${user.id}` }
    library.users.set(user.id, known)
    return known
  }
  const user = addUser()

  /** Adds a photo of the first user, or of `ownerId`. */
  const addAsset = (overrides: Partial<Asset> = {}): Asset => {
    const asset = fixtures.anAsset({ ownerId: user.id, ...overrides })
    library.assets.set(asset.id, asset)
    tell(library, [asset.ownerId], { type: 'asset.added', assetId: asset.id })
    return asset
  }

  /** Adds a tag of the first user, or of `userId`, to the assets of those ids. */
  const addTag = ({ assetIds = [], ...overrides }: Partial<Tag> & { assetIds?: string[] } = {}): Tag => {
    const tag = fixtures.aTag({ userId: user.id, ...overrides })
    library.tags.set(tag.id, { ...tag, assetIds: new Set(assetIds) })
    return tag
  }

  /** Gives an asset a file: its original, its thumbnail (WEBP), its preview (JPEG), or the MP4 of a video. */
  const addFile = (assetId: string, kind: FileKind, content: Uint8Array<ArrayBuffer>, type = types[kind]) => {
    library.files.set(`${assetId}.${kind}`, { kind, content, type })
  }

  /** Lets the next requests fail with a problem; `retryAfter` is in seconds. */
  const failNext = (code: ProblemCode, { times = 1, retryAfter }: { times?: number; retryAfter?: number } = {}) => {
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    for (let time = 0; time < times; time += 1) failures.push({ code, headers })
  }

  const run = ({ operation, caller = user, params, query, body, ...asked }: Asked): Success => {
    const { id, userId } = params as { id: string; userId?: string }
    return operations[operation]({
      ...asked,
      library,
      fixtures,
      caller,
      id,
      userId,
      query: query as never,
      body: body as never,
    })
  }

  /** The first answer again for a key that is known, as decided; an answer of its own for any other. */
  const runOnce = (asked: Asked): Success => {
    const key = asked.headers.get('idempotency-key')
    if (!key || !['createAlbum', 'runAssetJobs'].includes(asked.operation)) return run(asked)
    const place = [asked.caller?.id, asked.operation, key].join(' ')
    const body = JSON.stringify(asked.body)
    const first = firstAnswers.get(place)
    if (first && first.body !== body) throw new Refusal('key_reused', problems.key_reused.remedy)
    if (first) return { ...first.answer, headers: { ...first.answer.headers, 'idempotency-replayed': 'true' } }
    const answer = run(asked)
    firstAnswers.set(place, { body, answer })
    return answer
  }

  /** What the service's address answers; takes what the platform's fetch takes. */
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const deprecated = new URL(request.url).pathname === '/api/oauth/config' ? deprecation : {}
    const requestId = fixtures.aTag().id
    try {
      const failure = failures.shift()
      if (failure) throw new Refusal(failure.code, problems[failure.code].remedy, { headers: failure.headers })
      const answer = runOnce(await admit(library, request))
      return respond({ ...answer, headers: { ...answer.headers, ...deprecated } }, requestId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const body: Problem = fixtures.aProblem(error.code, { ...error.facts, instance: `urn:uuid:${requestId}` })
      const headers = { ...error.headers, ...deprecated }
      return respond({ status: body.status, headers, body }, requestId, 'application/problem+json')
    }
  }

  return {
    baseUrl,
    fetch,
    /** The user that is there from the beginning. */
    user,
    /** What `createClient` needs to call the service as its first user. */
    options: { baseUrl, fetch, apiKey: user.apiKey },
    addUser,
    addAsset,
    addTag,
    addFile,
    failNext,
    /** A code for signInWithCode, which signs the first user, or another, in once. */
    signInCode: ({ id }: Pick<User, 'id'> = user): string => {
      const code = `code-${library.links.size + 1}-${id}`
      library.links.set(code, id)
      return code
    },
    /** Signs the first user, or another, in at the `url` of authorize: the address to which the provider redirects them. */
    signIn: (url: string, { id }: Pick<User, 'id'> = user): string => redirect(library, url, id),
    /** The albums that were made, as their owners see them. */
    albums: () =>
      [...library.albums.values()].map((album) =>
        showAlbum(library, fixtures, album, { callerId: album.ownerId, minimal: false }),
      ),
    /** Ends the jobs that wait: as succeeded, or as skipped or failed with a reason. */
    endJobs: (state: 'succeeded' | 'skipped' | 'failed' = 'succeeded', reason: string | null = null) =>
      endJobs(library, state, reason),
    /** The jobs that wait. */
    jobs: (): QueuedJob[] => [...library.jobs],
  }
}

function respond({ status, headers, body, file, stream }: Success, requestId: string, type = 'application/json') {
  if (stream) {
    const facts = { 'content-type': stream.type, 'x-request-id': requestId }
    return new Response(stream.content, { status, headers: { ...headers, ...facts } })
  }
  if (file) {
    const facts = { 'content-type': file.type, 'content-length': String(file.content.length) }
    return new Response(file.content, { status, headers: { ...headers, ...facts, 'x-request-id': requestId } })
  }
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { ...headers, ...(body !== undefined && { 'content-type': type }), 'x-request-id': requestId },
  })
}
