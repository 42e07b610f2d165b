import { sleep } from '../call/retry.js'
import type { Client } from '../client.js'
import type { ListenOptions, ReceivedEvent } from '../events/listen.js'
import { rootKey } from './options.js'

/** The part of a `QueryClient` that is used here. */
interface Invalidating {
  invalidateQueries: (filters: {
    queryKey: readonly unknown[]
    predicate?: (query: InvalidatedQuery) => boolean
  }) => Promise<void>
}

/** The part of a `Query` that is used here. */
interface InvalidatedQuery {
  state: { data: unknown; fetchStatus: string }
  promise: Promise<unknown> | undefined
}

/** The options of followEvents. */
export interface FollowOptions extends ListenOptions {
  /** Called with each event, before queries are read again. */
  onEvent?: ((event: ReceivedEvent) => void) | undefined
}

/** The milliseconds for which events are collected, so that a hundred of them cause one refetch. */
const GATHER_MS = 200
/** The number of changed assets above which all assets are read again. */
const MAX_ASSETS = 50

/**
 * Invalidates the queries of `createQueries` whose answers change, by the events of the service, for as long as the app
 * runs: queries on the screen are read again at once, and the others when they are next needed. Never resolves. Rejects
 * when the service refuses the client, and with the reason of the signal. Start it before the first queries: those that
 * were answered before events arrive are read once more.
 */
export async function followEvents(
  client: Pick<Client, 'listenToEvents'>,
  queryClient: Invalidating,
  { onEvent, onOpen, ...options }: FollowOptions = {},
): Promise<never> {
  const assetIds = new Set<string>()
  const parts = new Map<string, readonly string[]>()
  let isReading = false
  let hasOpened = false

  const take = () => {
    const assets = assetIds.size > MAX_ASSETS ? [['assets']] : Array.from(assetIds, (id) => ['assets', id])
    const taken = [...parts.values(), ...assets]
    parts.clear()
    assetIds.clear()
    return taken
  }

  // The next refetch waits for the previous one. Otherwise, it would cancel it, again and again while much happens.
  const read = async () => {
    isReading = true
    try {
      while (parts.size + assetIds.size > 0) {
        await sleep(GATHER_MS, options.signal)
        await Promise.all(take().map((part) => invalidate(queryClient, part)))
      }
    } finally {
      isReading = false
    }
  }

  const open = (isOpen: boolean) => {
    onOpen?.(isOpen)
    if (!isOpen || hasOpened) return
    hasOpened = true
    void invalidate(queryClient, []).catch(() => {})
  }

  for await (const event of client.listenToEvents({ ...options, onOpen: open })) {
    onEvent?.(event)
    for (const part of listParts(event)) parts.set(part.join('/'), part)
    if ('assetId' in event && event.type !== 'asset.added') assetIds.add(event.assetId)
    if (!isReading) void read().catch(() => {})
  }
  throw new Error('Events have no end.')
}

/**
 * Invalidates a part of the cache. An invalidation joins the first fetch of a query, whose answer may be older, so such
 * a query is invalidated again after it.
 */
async function invalidate(queryClient: Invalidating, part: readonly string[]): Promise<void> {
  const queryKey = [...rootKey, ...part]
  const first = new Set<InvalidatedQuery>()
  const isFirst = (query: InvalidatedQuery) => query.state.fetchStatus === 'fetching' && query.state.data === undefined
  const note = (query: InvalidatedQuery) => {
    if (isFirst(query)) first.add(query)
    return true
  }
  const readings = [queryClient.invalidateQueries({ queryKey, predicate: note })]
  if (first.size > 0) {
    await Promise.allSettled(Array.from(first, ({ promise }) => promise))
    readings.push(queryClient.invalidateQueries({ queryKey, predicate: (query) => first.has(query) }))
  }
  await Promise.all(readings)
}

/** Returns the beginnings of the keys of the queries that an event changes, except those of its asset. */
function listParts({ type }: ReceivedEvent): readonly (readonly string[])[] {
  switch (type) {
    case 'asset.added':
      return [['assets', 'pages'], ['timeline'], ['search']]
    case 'asset.updated':
    case 'asset.trashed':
    case 'asset.restored':
    case 'asset.deleted':
      // Lists contain whole assets, and a search finds the names of albums, too.
      return [['assets', 'pages'], ['timeline'], ['tags'], ['albums'], ['people'], ['search']]
    case 'job.finished':
      return [['jobs']]
    case 'album.created':
    case 'album.shared':
      return [['albums'], ['search']]
    case 'album.updated':
    case 'album.unshared':
    case 'album.deleted':
      return [['albums'], ['timeline'], ['search']]
    case 'link.created':
    case 'link.updated':
    case 'link.deleted':
      return [['links'], ['albums']]
    default:
      return [[]]
  }
}
