import type { RequestHandler } from 'express'
import { ProblemError } from '../../errors.js'

/** Refuses what HTTP itself does not allow or this server cannot do, and Node's parser lets through or answers bare. */
export const requireSoundHeaders: RequestHandler = (request, _response, next) => {
  const { host = [], expect = [], 'transfer-encoding': codings = [] } = request.headersDistinct
  if (host.length > 1) throw refuse('Host', 'invalid_value', 'must be there once')
  if (host.length === 0 && request.httpVersion === '1.1') throw refuse('Host', 'required', 'is missing')
  if (expect.some((value) => value.toLowerCase() !== '100-continue')) {
    throw refuse('Expect', 'invalid_value', 'can ask for 100-continue alone')
  }
  if (codings.some((coding) => coding.trim().toLowerCase() !== 'chunked')) {
    throw new ProblemError('not_implemented', 'The header Transfer-Encoding can say chunked alone.')
  }
  next()
}

function refuse(header: string, code: string, detail: string) {
  return new ProblemError('invalid_request', `The header ${header} ${detail}.`, {
    errors: [{ pointer: `/header/${header.toLowerCase()}`, code, detail }],
  })
}
