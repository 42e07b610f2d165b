import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import type { Config } from '../config/config.js'
import { readSessionCookie } from '../sign-in/cookies.js'

/** The folder of files whose names change with their content. */
const HASHED = '/assets/'

/** The requests that the page sends first when somebody is signed in: the browser sends them while it loads the scripts. */
const FIRST_ANSWERS = ['/api/user/me', '/api/asset/time-buckets?isArchived=false&size=DAY']
  .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`)
  .join(', ')

/** The paths of pages that links open. The rest of the path is a key. */
const SHARE = /^\/share(\/|$)/

/** The paths that the service answers itself, whatever a browser asks for. */
const OWN = /^\/(api|problems|healthz|readyz|livez|metrics)(\/|$)/

/**
 * Serves the page: its files, and its entry at `/` and at every address within the page. The page itself shows which of its addresses
 * do not exist. Needs no key.
 */
export function createWeb(config: Parameters<typeof webPolicy>[0]): RequestHandler {
  const files = readWebFiles()
  const policy = webPolicy(config)
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const file = files.get(request.path) ?? (isPage(request) ? files.get('/index.html') : undefined)
    if (!file) return next()
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': toCacheControl(file), ETag: file.etag })
    // Whoever finds the address of a link may see its pictures: no search engine lists it, and no other site is told of it.
    if (SHARE.test(request.path))
      response.set({ 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' })
    if (request.path === '/' && readSessionCookie(request)) response.set('Link', FIRST_ANSWERS)
    if (request.get('if-none-match') === file.etag) return response.status(304).end()
    send(file, request, response)
  }
}

function isPage(request: Request) {
  if (request.path === '/') return true
  return !OWN.test(request.path) && !/\.\w+$/.test(request.path) && isFromBrowser(request)
}

/** Returns whether a person opens an address. Other programs accept any type, and get the problem that nothing is there. */
function isFromBrowser(request: Request) {
  return (request.get('accept') ?? '').includes('text/html')
}

function toCacheControl({ path }: WebFile) {
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

/** The encodings that the build writes beside a file, by the extension of their names; the smallest first. */
const encodings = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof encodings | 'identity'

/** A file of the page, whole and compressed. */
interface WebFile {
  /** The path, such as `/assets/main-4f9a.js`. */
  path: string
  etag: string
  contents: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

/**
 * Reads the files of the page by path. They stay in memory, so that a build beside a running service removes none. There are none in a
 * clone that has not been built.
 */
function readWebFiles(): Map<string, WebFile> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@media-library/web/package.json')), 'dist')
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/'))
  const present = new Set(names)
  const ends = Object.entries(encodings) as [keyof typeof encodings, string][]
  const whole = names.filter((name) => !ends.some(([, end]) => name.endsWith(end)))
  return new Map(
    whole.map((path) => {
      const identity = readFileSync(join(folder, path))
      const compressed = ends
        .filter(([, end]) => present.has(path + end))
        .map(([encoding, end]) => [encoding, readFileSync(join(folder, path + end))])
      return [path, { path, etag: `"${toHash(identity)}"`, contents: { identity, ...Object.fromEntries(compressed) } }]
    }),
  )
}

function toHash(content: Buffer) {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/**
 * Returns the content security policy of the page, which runs and loads only what the service itself sends. Where the bucket's store
 * sends pictures and videos, these may come from there.
 */
export function webPolicy({
  bucket,
  uploads,
  store: { endpoint },
  sending,
}: Pick<Config, 'bucket' | 'uploads' | 'store' | 'sending'>): string {
  const store = (bucket || uploads.bucket) && sending.bucket === 'redirect' ? [toStoreOrigin(endpoint)] : []
  const media = ["'self'", ...store].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${media} data:`,
    `media-src ${media}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

function toStoreOrigin(endpoint: string | null) {
  return endpoint === null ? 'https://*.amazonaws.com' : new URL(endpoint).origin
}
