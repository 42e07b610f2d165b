import type { Request, RequestHandler, Response } from 'express'

/** The seconds for which a browser remembers the answer to a preflight. Chromium remembers none for longer. */
const REMEMBERED = '7200'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** The headers that clients send besides those that every page may send. */
const SENT = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'If-Unmodified-Since',
  'Last-Event-ID',
  'Prefer',
  'Range',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Api-Key',
  'X-Immich-Checksum',
  'X-Immich-Share-Key',
  'X-Immich-User-Token',
  'X-Request-Id',
  'X-Set-Up-Code',
].join(', ')

/** The headers that clients read besides those that every page may read. */
const READ = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'Upload-Result',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ')

/**
 * Lets pages of these origins call the service by scripts, and answers their preflights (CORS). Credentials in cookies are
 * never allowed, so that a page has to hold a key or a token. Requests of other origins are answered as if there were no CORS.
 */
export function allowOrigins(origins: string[]): RequestHandler {
  const allowed = new Set(origins)
  return (request, response, next) => {
    response.vary('Origin')
    const origin = request.get('origin')
    if (origin === undefined || !allowed.has(origin)) return next()
    response.setHeader('Access-Control-Allow-Origin', origin)
    if (isPreflight(request)) return answerPreflight(response)
    response.setHeader('Access-Control-Expose-Headers', READ)
    next()
  }
}

function isPreflight(request: Request) {
  return request.method === 'OPTIONS' && request.get('access-control-request-method') !== undefined
}

function answerPreflight(response: Response) {
  response.setHeader('Access-Control-Allow-Methods', METHODS)
  response.setHeader('Access-Control-Allow-Headers', SENT)
  response.setHeader('Access-Control-Max-Age', REMEMBERED)
  response.status(204).end()
}
