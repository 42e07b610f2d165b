import { sleep } from '../call/retry.js'
import type { Client } from '../client.js'
import type { ListenOptions, ReceivedEvent } from '../events/listen.js'
import { rootKey } from './options.js'

/** What is needed of a `QueryClient`. */
interface Invalidating {
  invalidateQueries: (filters: { queryKey: readonly unknown[] }) => Promise<void>
}

/** How the cache follows events. */
export interface FollowOptions extends ListenOptions {
  /** Called with each event, before queries are read anew. */
  onEvent?: ((event: ReceivedEvent) => void) | undefined
}

/** How long events are gathered, so that a hundred of them are one reading. */
const GATHER_MS = 200
/** With more changed assets than these, all of them are read anew. */
const MAX_ASSETS = 50

/**
 * Invalidates the queries of `createQueries` whose answers change, by the events of the service, for as long as the app runs:
 * those on the screen are read anew, the others when they are next needed. Never resolves. Rejects when the service refuses the
 * client, and with the reason of the signal. Start it before the first queries.
 */
export async function followEvents(
  client: Pick<Client, 'listenToEvents'>,
  queryClient: Invalidating,
  { onEvent, ...options }: FollowOptions = {},
): Promise<never> {
  const assetIds = new Set<string>()
  const parts = new Map<string, readonly string[]>()
  let isReading = false

  const take = () => {
    const assets = assetIds.size > MAX_ASSETS ? [['assets']] : Array.from(assetIds, (id) => ['assets', id])
    const taken = [...parts.values(), ...assets]
    parts.clear()
    assetIds.clear()
    return taken
  }

  // The next reading waits for the one before, which it would otherwise cancel, again and again while much happens.
  const read = async () => {
    isReading = true
    try {
      while (parts.size + assetIds.size > 0) {
        await sleep(GATHER_MS, options.signal)
        await Promise.all(take().map((part) => queryClient.invalidateQueries({ queryKey: [...rootKey, ...part] })))
      }
    } finally {
      isReading = false
    }
  }

  for await (const event of client.listenToEvents(options)) {
    onEvent?.(event)
    for (const part of partsOf(event)) parts.set(part.join('/'), part)
    if ('assetId' in event && event.type !== 'asset.added') assetIds.add(event.assetId)
    if (!isReading) void read().catch(() => {})
  }
  throw new Error('Events have no end.')
}

/** The beginnings of the keys of the queries that an event changes, but for those of its asset. */
function partsOf({ type }: ReceivedEvent): readonly (readonly string[])[] {
  switch (type) {
    case 'asset.added':
      return [['assets', 'pages'], ['timeline']]
    case 'asset.updated':
    case 'asset.trashed':
    case 'asset.restored':
    case 'asset.deleted':
      // Lists hold whole assets.
      return [['assets', 'pages'], ['timeline'], ['tags'], ['albums']]
    case 'job.finished':
      return [['jobs']]
    case 'album.created':
    case 'album.shared':
      return [['albums']]
    case 'album.updated':
    case 'album.unshared':
    case 'album.deleted':
      return [['albums'], ['timeline']]
    default:
      return [[]]
  }
}
