import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { MAX_IDS, problems, type served } from '@media-library/contract'
import express, { type RequestHandler } from 'express'
import type { ZodType } from 'zod'
import { ProblemError } from '../errors.js'
import { awaitTurn, isLarge } from './large-body.js'
import { routeOf } from './route.js'

const KIB = 1024

/** A list as long as the contract takes it: each id with its quotes, comma, and an indented line of its own. */
const LIST_OF_IDS = MAX_IDS * 48

/** Texts as long as the contract takes them, each character escaped. */
const TEXTS = 150 * KIB

type Served = typeof served
type WithBody = { [Name in keyof Served]: Served[Name] extends { body: ZodType } ? Name : never }[keyof Served]

/** How many bytes a body may have when it is inflated; other operations read none. */
const bodyLimits: Record<WithBody, number> = {
  createAlbum: 2 * LIST_OF_IDS + TEXTS,
  addUsersToAlbum: LIST_OF_IDS + KIB,
  runAssetJobs: LIST_OF_IDS + KIB,
  generateOAuthConfig: 32 * KIB,
  authorize: 32 * KIB,
  callback: 128 * KIB,
}

const tooLarge = (limit: number) =>
  new ProblemError('payload_too_large', `The body is larger than ${limit} bytes, counted uncompressed.`)

const requireUtf8 = (_request: IncomingMessage, _response: unknown, body: Buffer) => {
  if (!isUtf8(body)) throw new ProblemError('malformed_json', 'The body is not UTF-8.')
}

const readers = new Map<string, { limit: number; read: RequestHandler }>(
  Object.entries(bodyLimits).map(([operation, limit]) => [
    operation,
    {
      limit,
      read: express.json({ limit, strict: false, type: () => true, verify: requireUtf8 }),
    },
  ]),
)

/** Reads the JSON body of a route, up to the route's limit; large ones one at a time. */
export const readBody: RequestHandler = async (request, response, next) => {
  const reader = readers.get(routeOf(request)?.operation ?? '')
  if (!reader) return next()
  if (Number(request.get('content-length') ?? 0) > reader.limit) throw tooLarge(reader.limit)
  if (isLarge(request)) await awaitTurn(request, response)
  if (request.get('expect')) response.writeContinue()
  reader.read(request, response, next)
}

/** The problem behind a body (or path) that could not be read, or null when the error is something else. */
export const toBodyProblem = (error: unknown): ProblemError | null => {
  const { type, status, limit, message } = error as { type?: string; status?: number; limit?: number; message?: string }
  if (error instanceof URIError || (status === 400 && type === undefined && message?.startsWith('Failed to decode'))) {
    return new ProblemError('invalid_request', 'The path is not valid percent-encoded UTF-8.')
  }
  switch (type) {
    case 'entity.parse.failed':
      return new ProblemError('malformed_json', `The body is not JSON: ${message}`)
    case 'entity.too.large':
      return tooLarge(limit ?? 0)
    case 'encoding.unsupported':
      return new ProblemError('unsupported_media_type', 'The body can be compressed by gzip, deflate or br alone.')
    case 'charset.unsupported':
      return new ProblemError('unsupported_media_type', problems.unsupported_media_type.remedy)
    case 'request.aborted':
    case 'request.size.invalid':
      return new ProblemError('malformed_json', 'The body ended before its end.')
    default:
      return status === 400 ? new ProblemError('malformed_json', 'The body cannot be read.') : null
  }
}
