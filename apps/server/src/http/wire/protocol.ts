import type { RequestHandler } from 'express'
import { ProblemError } from '../../errors.js'

/** Refuses headers that HTTP forbids or this server does not support, and that Node's parser accepts. */
export const requireSoundHeaders: RequestHandler = (request, _response, next) => {
  const { host = [], expect = [], 'transfer-encoding': codings = [] } = request.headersDistinct
  if (host.length > 1) throw refuse('Host', 'invalid_value', 'must occur only once')
  if (host.length === 0 && request.httpVersion === '1.1') throw refuse('Host', 'required', 'is missing')
  if (expect.some((value) => value.toLowerCase() !== '100-continue')) {
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
