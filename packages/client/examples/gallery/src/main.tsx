import { createClient } from '@media-library/client'
import { createQueries } from '@media-library/client/tanstack'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app'

// The cookie of the session opens the service: no key is kept where scripts can read it.
const client = createClient({ baseUrl: location.origin, session: 'cookie' })
const root = document.getElementById('root') ?? document.body

createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <App client={client} queries={createQueries(client)} />
  </QueryClientProvider>,
)
