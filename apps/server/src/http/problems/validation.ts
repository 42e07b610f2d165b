import { toFieldErrors } from '@media-library/contract'
import type { RequestValidationError } from '@ts-rest/express'
import type { Request } from 'express'
import type { ZodError } from 'zod'
import { ProblemError } from '../../errors.js'

/** Lists every part of the request that the contract refuses, with JSON pointers (RFC 6901). */
export function toInvalidRequest(faults: RequestValidationError, request: Request): ProblemError {
  const { bodyFaults: body } = request
  const errors = [
    ...toFieldErrors('/path', issuesOf(faults.pathParams)),
    ...toFieldErrors('/header', issuesOf(faults.headers), request.headers),
    ...toFieldErrors('/query', issuesOf(faults.query), request.query),
    ...(body?.faults ?? []),
  ]
  const [first] = errors
  const detail = first ? `${first.pointer || 'The body'} ${first.detail}.` : 'The request is not valid.'
  return new ProblemError('invalid_request', detail, {
    errors,
    errorCount: errors.length + (body ? body.faultCount - body.faults.length : 0),
  })
}

function issuesOf(error: unknown) {
  return (error as ZodError | null)?.issues ?? []
}
