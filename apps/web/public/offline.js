// Shows a page of its own where the service cannot be reached. It keeps nothing else: the library is always that of the service.
const kept = ['/offline.html', '/offline.css', '/offline-choices.js', '/icon.svg']

addEventListener('install', (event) => {
  // What is most asked for passes by this script.
  event.addRoutes?.([
    { condition: { urlPattern: new URLPattern({ pathname: '/api/*' }) }, source: 'network' },
    { condition: { urlPattern: new URLPattern({ pathname: '/assets/*' }) }, source: 'network' },
  ])
  event.waitUntil(caches.open('offline').then((cache) => cache.addAll(kept)))
})

addEventListener('activate', (event) => {
  // The page is asked for while this script starts.
  event.waitUntil(registration.navigationPreload?.enable())
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') event.respondWith(open(event))
  else if (kept.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)))
  }
})

async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return caches.match('/offline.html')
  }
}
