import { scriptUrl } from './script-url.js'

/** Lets the browser keep a page for when the service cannot be reached. All else is loaded first. */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    // A browser may refuse; there is only no such page then.
    navigator.serviceWorker.register(scriptUrl('offline', '/offline.js')).catch(() => {})
  })
}
