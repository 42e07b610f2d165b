import type { Request, RequestHandler, Response } from 'express'
import type { Config } from '../../config/config.js'
import { sessionCookieOf } from '../../sign-in/cookies.js'
import { type Encoding, encodings, readWebFiles, type WebFile } from './files.js'
import { webPolicy } from './policy.js'

/** The names of these files tell their content. */
const HASHED = '/assets/'

/** What the page asks for first, where somebody is signed in: the browser asks for it while it loads the scripts. */
const FIRST_ANSWERS = ['/api/user/me', '/api/asset/time-buckets?isArchived=false&size=DAY']
  .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`)
  .join(', ')

/** What the service answers itself, whatever a browser asks for. */
const OWN = /^\/(api|problems|healthz|readyz|livez|metrics)(\/|$)/

/**
 * Serves the page: its files, and its entry at `/` and wherever a browser goes to within it. The page itself tells which of its
 * addresses lead nowhere. Needs no key.
 */
export function createWeb(config: Pick<Config, 'bucket' | 'sending'>): RequestHandler {
  const files = readWebFiles()
  const policy = webPolicy(config)
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const file = files.get(request.path) ?? (isPage(request) ? files.get('/index.html') : undefined)
    if (!file) return next()
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': cacheOf(file), ETag: file.etag })
    if (request.path === '/' && sessionCookieOf(request)) response.set('Link', FIRST_ANSWERS)
    if (request.get('if-none-match') === file.etag) return response.status(304).end()
    send(file, request, response)
  }
}

function isPage(request: Request) {
  if (request.path === '/') return true
  return !OWN.test(request.path) && !/\.\w+$/.test(request.path) && isFromBrowser(request)
}

/** Whether somebody opens an address. Other programs accept anything, and learn that there is nothing. */
function isFromBrowser(request: Request) {
  return (request.get('accept') ?? '').includes('text/html')
}

function cacheOf({ path }: WebFile) {
  return path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

function send({ path, contents }: WebFile, request: Request, response: Response) {
  const offered = [...Object.keys(encodings), 'identity'] as Encoding[]
  const accepted = request.acceptsEncodings(offered.filter((encoding) => contents[encoding]))
  const encoding = (accepted || 'identity') as Encoding
  response.vary('Accept-Encoding').type(path.slice(path.lastIndexOf('.')))
  if (encoding !== 'identity') response.set('Content-Encoding', encoding)
  response.send(contents[encoding] ?? contents.identity)
}
