import type { Client } from '@media-library/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
            <RouterProvider router={router} />
          </UploadingContext>
        </QueryClientProvider>
      </ServiceContext>
    ),
  }
}
