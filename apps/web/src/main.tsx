import './sign-in/link-code.js'
import { createClient } from '@media-library/client'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createApp } from './app.js'
import { messages } from './language/messages.js'
import { showLanguage } from './service/language.js'
import { keepOfflinePage } from './service/offline.js'
import { showTheme } from './service/theme.js'
import './style/base.css'

showTheme()
if (import.meta.env.PROD) keepOfflinePage()

const place = document.getElementById('app')
if (!place) throw new Error('index.html has no #app.')

// The page calls the service that served it. The browser adds the cookie of the session.
const { element } = createApp({
  client: createClient({ baseUrl: location.origin, session: 'cookie' }),
  clientOf: (shareKey) => createClient({ baseUrl: location.origin, shareKey }),
})

// Waiting here would split the scripts into many.
void showLanguage().then(() => {
  document.title = messages.name
  createRoot(place).render(<StrictMode>{element}</StrictMode>)
})
