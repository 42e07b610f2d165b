import { listFieldErrors, type Problem, problems, toProblem } from '@media-library/contract'
import { RequestValidationError } from '@ts-rest/express'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { sendEarly } from '../../answers/send-early.js'
import { findFailure, isDiskFull, isOutOfTime } from '../../database/failure.js'
import { ProblemError, RefusedError } from '../../errors.js'
import type { Logger } from '../../logger.js'
import { RefusedBody } from '../body/body.js'
import { undecodablePath } from '../wire/malformed-request.js'

const failed = new ProblemError('internal_error', 'The server failed. Its log has the details.')

/** Converts a problem to its document. */
export function toDocument({ code, message, errors, errorCount }: ProblemError, requestId: string): Problem {
  // The message of a parser may quote half a character of the request.
  const detail = message.toWellFormed()
  return toProblem(code, { detail, instance: `urn:uuid:${requestId}`, errors, errorCount })
}

/** Answers every error with a problem. A fault of the service is logged as an error, and an unexpected one is not shown. */
export function createProblemHandler(logger: Logger): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const requestId = String(request.id)
    const explained = explain(error, request)
    const problem = explained && isDeclared(explained, request) ? explained : failed
    const { status } = problems[problem.code]
    request.isRefused = isRefusal(error, problem, response)
    if (status >= 500) {
      if (!request.isRefused) logger.error({ requestId, err: error }, 'request failed')
      else if (error instanceof RefusedError) logger.warn({ requestId, err: error }, 'request refused')
    }
    if (response.headersSent) return response.destroy()
    response.status(status).set(problem.headers).type('application/problem+json; charset=utf-8')
    sendEarly(response, JSON.stringify(toDocument(problem, requestId)))
  }
}

/** Returns whether a caller caused the failure, and not a fault of the service. */
function isRefusal(error: unknown, problem: ProblemError, { closed }: Response) {
  // A client that leaves ends what waits for it.
  if (problem === failed) return closed && error instanceof Error && error.name === 'AbortError'
  return error instanceof RefusedError || problem.code === 'not_implemented'
}

function explain(error: unknown, request: Request): ProblemError | null {
  if (error instanceof ProblemError) return error
  if (error instanceof RequestValidationError) return toInvalidRequest(error, request)
  if (error instanceof URIError) return undecodablePath()
  return toDatabaseProblem(error)
}

/** Returns the problem for a database that cannot answer, after all retries; null for any other error. */
export function toDatabaseProblem(error: unknown): ProblemError | null {
  if (findFailure(error) === null) return null
  return new ProblemError('unavailable', tellCause(error), { headers: { 'Retry-After': '1' } })
}

function tellCause(error: unknown) {
  if (isDiskFull(error)) return 'The disk of the database is full.'
  return isOutOfTime(error)
    ? 'The database took too long over this request. Send fewer ids at once, or try again when the service is less busy.'
    : 'The database cannot answer now.'
}

/** Returns whether the contract declares the status for the route. */
function isDeclared({ code }: ProblemError, { tsRestRoute: route }: Request) {
  return route === undefined || problems[code].status in route.responses
}

/** Lists every part of the request that the contract refuses, with JSON pointers (RFC 6901). */
function toInvalidRequest({ pathParams, headers, query }: RequestValidationError, request: Request): ProblemError {
  // No id is undecodable, so that the schema of the path has refused it.
  if (request.undecodableUrl !== undefined) return undecodablePath()
  const { faults, faultCount } =
    request.body instanceof RefusedBody ? request.body.found : { faults: [], faultCount: 0 }
  const others = listFieldErrors({ pathParams, headers, query, body: null }, request)
  const errors = [...others, ...faults]
  const [first] = errors
  const detail = first ? `${first.pointer || 'The body'} ${first.detail}.` : 'The request is not valid.'
  return new ProblemError('invalid_request', detail, { errors, errorCount: others.length + faultCount })
}
