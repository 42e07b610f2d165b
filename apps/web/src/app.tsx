import type { Client } from '@media-library/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Fragment, type ReactNode, useSyncExternalStore } from 'react'
import { formats, onLanguage } from './language/messages.js'
import { createPageRouter, type PageRouter } from './router.js'
import { createService, type Service, ServiceContext } from './service/service.js'
import { createUploading, UploadingContext } from './uploads/panel/uploading.js'

/** The page of a service: the element to render, and the router. */
export interface App {
  element: ReactNode
  router: PageRouter
}

/** Creates the page. It has no global state, so that there may be several. */
export function createApp({ client, clientOf }: { client: Client; clientOf?: Service['clientOf'] }): App {
  const service = createService(client, clientOf)
  const router = createPageRouter(service)
  return {
    router,
    element: (
      <ServiceContext value={service}>
        <QueryClientProvider client={service.queryClient}>
          <UploadingContext value={createUploading(service)}>
            <InLanguage>
              <RouterProvider router={router} />
            </InLanguage>
          </UploadingContext>
        </QueryClientProvider>
      </ServiceContext>
    ),
  }
}

/** Shows everything anew when the language is another one. */
function InLanguage({ children }: { children: ReactNode }) {
  const locale = useSyncExternalStore(onLanguage, () => formats.locale)
  return <Fragment key={locale}>{children}</Fragment>
}
