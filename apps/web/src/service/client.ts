import { createClient } from '@media-library/client'
import { createQueries, type MutationOptions } from '@media-library/client/tanstack'
import { QueryClient } from '@tanstack/react-query'

/** The service that sent the page. The browser adds the cookie of the session. */
export const client = createClient({ baseUrl: location.origin, session: 'cookie' })

export const queries = createQueries(client)

const MINUTE_MS = 60_000

/**
 * Answers are shown at once, and read anew when they are older than a minute. Without a network a call fails, and
 * says so; what failed is read again when the network is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: MINUTE_MS, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Runs a mutation outside of a component. What it changes is read anew. */
export function mutate<Data, Variables>(
  options: MutationOptions<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return queryClient.getMutationCache().build(queryClient, options).execute(variables)
}
