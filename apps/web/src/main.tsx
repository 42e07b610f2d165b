import './sign-in/link-code.js'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.js'
import { queryClient } from './service/client.js'
import './style/base.css'
import './style/shell.css'
import './style/wall.css'

const app = document.getElementById('app')
if (!app) throw new Error('index.html has no #app.')

createRoot(app).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
