import type { Album, Asset, ProblemCode, Tag, User } from '@media-library/contract/schemas'
import { respondProblem } from './answer.js'
import { Refusal } from './ask.js'
import { createFixtures } from './fixtures.js'
import { endJobs } from './operations/jobs.js'
import { makeCode, redirect } from './operations/sign-in.js'
import { readRequest } from './request.js'
import { createRunner } from './run.js'
import { createStore, type FakeUser, type FileKind, type QueuedJob, sendEvent, showAlbum } from './store.js'

const types: Record<FileKind, string> = {
  original: 'image/jpeg',
  WEBP: 'image/webp',
  JPEG: 'image/jpeg',
  MP4: 'video/mp4',
}

/** The options of a fake service. */
export interface FakeOptions {
  /** The seed of the ids; another seed creates other ids. */
  seed?: number
  /** The URIs to which the provider may redirect users; without any, sign-in is off. */
  redirectUris?: string[]
}

/** A service in memory, with functions that fill and inspect it. */
export type FakeService = ReturnType<typeof createFakeService>

/**
 * Creates a service in memory for the tests of an app: its `fetch` is passed to `createClient`, replaces the global
 * one, or goes into
 * a request interceptor. It checks requests by the contract and stores their changes; nothing leaves the process.
 *
 * ```ts
 * const service = createFakeService()
 * const tag = service.addTag({ name: 'Beach', assetIds: [service.addAsset().id] })
 * const client = createClient(service.options)
 * ```
 */
export function createFakeService({ seed = 1, redirectUris = [] }: FakeOptions = {}) {
  const fixtures = createFixtures(seed)
  const store = createStore(fixtures, redirectUris)
  const run = createRunner()
  const failures: Refusal[] = []
  const baseUrl = 'http://media-library.test'

  /** Adds a user, whose `apiKey` is then accepted. */
  const addUser = (overrides: Partial<User> = {}): FakeUser => {
    const user = fixtures.aUser(overrides)
    const known = { ...user, apiKey: `mlk_test_${user.id}` }
    store.users.set(user.id, known)
    return known
  }
  const user = addUser({ isAdmin: true })

  /** Adds a photo of the first user, or of `ownerId`. */
  const addAsset = (overrides: Partial<Asset> = {}): Asset => {
    const asset = fixtures.anAsset({ ownerId: user.id, ...overrides })
    store.assets.set(asset.id, asset)
    sendEvent(store, [asset.ownerId], { type: 'asset.added', assetId: asset.id })
    return asset
  }

  /** Adds a tag of the first user, or of `userId`, to the given assets. */
  const addTag = ({ assetIds = [], ...overrides }: Partial<Tag> & { assetIds?: string[] } = {}): Tag => {
    const tag = fixtures.aTag({ userId: user.id, ...overrides })
    store.tags.set(tag.id, { ...tag, assetIds: new Set(assetIds) })
    return tag
  }

  /** Gives an asset a file: its original, its thumbnail (WEBP), its preview (JPEG), or the MP4 of a video. */
  const addFile = (assetId: string, kind: FileKind, content: Uint8Array<ArrayBuffer>, type = types[kind]) => {
    store.files.set(`${assetId}.${kind}`, { content, type })
  }

  /** Lets the next requests fail with a problem; `retryAfter` is in seconds. */
  const failNext = (code: ProblemCode, { times = 1, retryAfter }: { times?: number; retryAfter?: number } = {}) => {
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    failures.push(...Array.from({ length: times }, () => new Refusal(code, undefined, { headers })))
  }

  const answerTo = async (request: Request): Promise<Response> => {
    const failure = failures.shift()
    if (failure) throw failure
    return run(await readRequest(store, request))
  }

  /** Answers a request to the service's address; takes the arguments of the platform's fetch. */
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const requestId = fixtures.aTag().id
    const answer = await answerTo(request).catch((error: unknown) => {
      if (error instanceof Refusal) return respondProblem(error, fixtures, requestId)
      throw error
    })
    answer.headers.set('x-request-id', requestId)
    return answer
  }

  return {
    baseUrl,
    fetch,
    /** The first user, which exists from the beginning. */
    user,
    /** The options with which `createClient` calls the service as its first user. */
    options: { baseUrl, fetch, apiKey: user.apiKey },
    addUser,
    addAsset,
    addTag,
    addFile,
    failNext,
    /** Creates a code for signInWithCode, which signs the first user, or another, in once. */
    signInCode: ({ id }: Pick<User, 'id'> = user): string => makeCode(store, id),
    /**
     * Signs the first user, or another, in at the `url` of authorize. Returns the address to which the provider
     * redirects them.
     */
    signIn: (url: string, { id }: Pick<User, 'id'> = user): string => redirect(store, url, id),
    /** Lists the albums that were created, as their owners see them. */
    albums: (): Album[] =>
      [...store.albums.values()].flatMap((album) => {
        const owner = store.users.get(album.ownerId)
        return owner ? [showAlbum(store, owner, album)] : []
      }),
    /** Ends the queued jobs: as succeeded, or as skipped or failed with a reason. */
    endJobs: (state: 'succeeded' | 'skipped' | 'failed' = 'succeeded', reason: string | null = null) =>
      endJobs(store, state, reason),
    /** Lists the queued jobs. */
    jobs: (): QueuedJob[] =>
      [...store.jobs.values()]
        .filter(({ state }) => state === 'queued')
        .map(({ assetId, name }) => ({ assetId, name })),
  }
}
