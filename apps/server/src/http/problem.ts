import { type FieldError, type Problem, problems } from '@media-library/contract'
import { RequestValidationError } from '@ts-rest/express'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { ProblemError } from '../errors.js'
import type { Logger } from '../logger.js'
import { toBodyProblem } from './body.js'
import { toDatabaseProblem } from './database-problem.js'
import { toInvalidRequest } from './validation.js'

/** How many field errors an answer names; `errorCount` has the total. */
const SHOWN_ERRORS = 100

const listed = (errors: FieldError[] | undefined) =>
  errors && { errors: errors.slice(0, SHOWN_ERRORS), errorCount: errors.length }

const toProblem = ({ code, message, errors }: ProblemError, requestId: string): Problem => ({
  type: `/problems/${code}`,
  title: problems[code].title,
  status: problems[code].status,
  detail: message,
  instance: `urn:uuid:${requestId}`,
  code,
  ...listed(errors),
})

const send = (response: Response, error: ProblemError, requestId: string) => {
  response.status(problems[error.code].status).set(error.headers).type('application/problem+json')
  response.send(JSON.stringify(toProblem(error, requestId)))
}

const explain = (error: unknown, request: Request): ProblemError | null => {
  if (error instanceof ProblemError) return error
  if (error instanceof RequestValidationError) return toInvalidRequest(error, request)
  return toBodyProblem(error) ?? toDatabaseProblem(error)
}

/** Answers every error as a problem. What nobody explained is the server's fault: it is logged and not shown. */
export const createProblemHandler =
  (logger: Logger): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const requestId = String(request.id)
    const problem = explain(error, request)
    if (!problem || problems[problem.code].status >= 500) logger.error({ requestId, err: error }, 'request failed')
    if (response.headersSent) return response.destroy()
    send(response, problem ?? new ProblemError('internal_error', 'The server failed. Its log says more.'), requestId)
  }
