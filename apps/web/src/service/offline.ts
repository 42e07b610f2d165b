import { scriptUrl } from './script-url.js'

/** Lets the browser store the page for times when the service cannot be reached. Everything else is loaded first. */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    // A browser may refuse; then there is no such page.
    navigator.serviceWorker.register(scriptUrl('offline', '/offline.js')).catch(() => {})
  })
}
