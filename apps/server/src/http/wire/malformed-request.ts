import type { RequestHandler } from 'express'
import { ProblemError } from '../../errors.js'

/**
 * Lets Express find the route of a path that is not valid percent-encoding. Express would refuse it before any check, although a key comes
 * first, and the shape last.
 */
export const encodeUndecodable: RequestHandler = (request, _response, next) => {
  if (!isDecodable(request.path)) {
    request.undecodableUrl = request.url
    request.url = request.url.replaceAll('%', '%25')
  }
  next()
}

/** Restores the URL as it was sent, once no route was found. */
export const restoreUrl: RequestHandler = (request, _response, next) => {
  request.url = request.undecodableUrl ?? request.url
  next()
}

/** Creates the problem of such a path. */
export function undecodablePath() {
  return new ProblemError('invalid_request', 'The path is not valid percent-encoded UTF-8.')
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Refuses headers that HTTP forbids or this server does not support, and that Node's parser accepts. */
export const requireSoundHeaders: RequestHandler = (request, _response, next) => {
  const { rawHeaders, headers } = request
  // Such a client knows of no 100 (RFC 9110, 10.1.1).
  if (request.httpVersion === '1.0') delete headers.expect
  const isPlain = !('expect' in headers || 'transfer-encoding' in headers)
  const { expect = [], 'transfer-encoding': codings = [] } = isPlain ? {} : request.headersDistinct
  const hosts = rawHeaders.filter((name, position) => position % 2 === 0 && /^host$/i.test(name)).length
  if (hosts > 1) throw refuse('Host', 'invalid_value', 'must occur only once')
  if (hosts === 0 && request.httpVersion === '1.1') throw refuse('Host', 'required', 'is missing')
  if ('expect' in headers && expect.some((value) => value.toLowerCase() !== '100-continue')) {
    throw refuse('Expect', 'invalid_value', 'must be 100-continue')
  }
  if (codings.some((coding) => coding.trim().toLowerCase() !== 'chunked')) {
    throw new ProblemError('not_implemented', 'The only supported Transfer-Encoding is chunked.')
  }
  next()
}

function refuse(header: string, code: string, detail: string) {
  return new ProblemError('invalid_request', `The header ${header} ${detail}.`, {
    errors: [{ pointer: `/header/${header.toLowerCase()}`, code, detail }],
  })
}
