import { problems } from '@media-library/contract'
import express, { type RequestHandler } from 'express'
import { ProblemError } from '../errors.js'

/** Two lists of 100,000 ids, with room for white space. */
const BODY_LIMIT = 12 * 1024 * 1024

/** Reads a JSON body; a compressed one counts as large as it is inflated. */
export const readBody: RequestHandler = express.json({ limit: BODY_LIMIT, strict: false })

/** The problem behind a body (or path) that could not be read, or null when the error is something else. */
export const toBodyProblem = (error: unknown): ProblemError | null => {
  const { type, status, message } = error as { type?: string; status?: number; message?: string }
  if (error instanceof URIError || (status === 400 && type === undefined && message?.startsWith('Failed to decode'))) {
    return new ProblemError('invalid_request', 'The path is not valid percent-encoded UTF-8.')
  }
  switch (type) {
    case 'entity.parse.failed':
      return new ProblemError('malformed_json', `The body is not JSON: ${message}`)
    case 'entity.too.large':
      return new ProblemError('payload_too_large', `The body is larger than ${BODY_LIMIT} bytes.`)
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new ProblemError('unsupported_media_type', problems.unsupported_media_type.remedy)
    case 'request.aborted':
    case 'request.size.invalid':
      return new ProblemError('malformed_json', 'The body ended before its end.')
    default:
      return status === 400 ? new ProblemError('malformed_json', 'The body cannot be read.') : null
  }
}
