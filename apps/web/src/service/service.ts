import type { Client, SharedLink } from '@media-library/client'
import { createQueries, type MutationOptions } from '@media-library/client/tanstack'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { Store } from '@tanstack/react-store'
import { createContext, useContext } from 'react'
import { createNotices, type Notices } from './notices.js'
import { createOutage, noteFailure, type Outage } from './outage.js'

export type Queries = ReturnType<typeof createQueries>

/** The client, the cache and the messages of the page. */
export interface Service extends Notices {
  client: Client
  queries: Queries
  queryClient: QueryClient
  outage: Store<Outage>
  /** What the link allows by which a visitor came; null for users. */
  visit: Pick<SharedLink, 'allowDownload' | 'showMetadata'> | null
  /** Creates the client of a visitor by the key of a link. */
  clientOf: (shareKey: string) => Client
  /** Runs a mutation outside of a component, and invalidates the queries that it changed. */
  mutate: <Data, Variables>(options: MutationOptions<Data, Variables>, variables: Variables) => Promise<Data>
}

const MINUTE_MS = 60_000

export function createService(client: Client, clientOf: Service['clientOf'] = () => client): Service {
  // Answers are shown at once, and read again when they are older than a minute. Without a network, a call fails with a
  // message; what failed is read again when the network is back.
  const outage = createOutage()
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => noteFailure(outage, error) }),
    defaultOptions: {
      queries: { retry: false, staleTime: MINUTE_MS, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return {
    client,
    queries: createQueries(client),
    queryClient,
    outage,
    visit: null,
    clientOf,
    mutate: (options, variables) => queryClient.getMutationCache().build(queryClient, options).execute(variables),
    ...createNotices(),
  }
}

export const ServiceContext = createContext<Service | null>(null)

export function useService(): Service {
  const service = useContext(ServiceContext)
  if (!service) throw new Error('There is no ServiceContext around this component.')
  return service
}
