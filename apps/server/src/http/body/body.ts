import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { api, type RouteMetadata } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'
import express, { type Request, type RequestHandler, type Response } from 'express'
import pLimit from 'p-limit'
import type { ZodType } from 'zod'
import { ProblemError } from '../../errors.js'
import { callerKeyOf } from '../access/caller-key.js'
import { routeOf } from '../route.js'
import { sendEarly } from '../wire/linger.js'
import { beginReading, beginWorking, isLarge } from './large-body.js'
import { type BodyValidation, validateBody, validateValue } from './validate-body.js'
import { validateInThread } from './validate-in-thread.js'
import { ValidatedBody } from './validated-body.js'

const KIB = 1_024

type Served = typeof api
type WithBody = { [Name in keyof Served]: Served[Name] extends { body: ZodType } ? Name : never }[keyof Served]

/** What reads the body of each operation that has one, up to its limit. */
const readers = new Map(
  Object.entries<AppRoute & { metadata: RouteMetadata }>(api).flatMap(([operation, { metadata }]) => {
    const { bodyLimit: limit } = metadata
    return limit === undefined
      ? []
      : [[operation, { limit, read: promisify(express.raw({ limit, type: () => true })) }] as const]
  }),
)

/** A body up to this length is validated at once, in a millisecond or two. */
const SMALL = 16 * KIB

/** A body up to this length is validated between other requests, in some milliseconds; a longer one in a separate thread. */
const MIDDLE = 64 * KIB

const oneByOne = pLimit(1)

/** Reads the JSON body of a route, up to the route's limit, and validates it. Large bodies take turns. */
export const readBody: RequestHandler = async (request, response, next) => {
  const route = routeOf(request)
  if (route?.metadata.isUpload) answerEarly(request, response)
  const operation = route?.operation ?? ''
  const reader = readers.get(operation)
  if (!reader) return next()
  if (Number(request.get('content-length') ?? 0) > reader.limit) throw tooLarge(reader.limit)
  const read = async () => {
    if (request.get('expect')) response.writeContinue()
    await reader.read(request, response)
  }
  if (isLarge(request)) {
    const endReading = await beginReading(request, response)
    await read()
      .then(() => beginWorking(request, response))
      .finally(endReading)
  } else {
    await read()
  }
  request.body = await validate(operation as WithBody, request)
  next()
}

/** Lets an upload be answered before it has arrived. */
function answerEarly(request: Request, response: Response) {
  response.json = (body) => {
    sendEarly(request, response.type('application/json; charset=utf-8'), JSON.stringify(body))
    return response
  }
}

/** The problem behind a body (or path) that could not be read, or null when the error is something else. */
export function toBodyProblem(error: unknown): ProblemError | null {
  const { type, status, limit, message } = error as { type?: string; status?: number; limit?: number; message?: string }
  if (error instanceof URIError || (status === 400 && type === undefined && message?.startsWith('Failed to decode'))) {
    return new ProblemError('invalid_request', 'The path is not valid percent-encoded UTF-8.')
  }
  switch (type) {
    case 'entity.too.large':
      return tooLarge(limit ?? 0)
    case 'encoding.unsupported':
      return new ProblemError('unsupported_media_type', 'The body can be compressed by gzip, deflate or br alone.')
    case 'request.aborted':
    case 'request.size.invalid':
      return new ProblemError('malformed_json', 'The body ended before its end.')
    default:
      return status === 400 ? new ProblemError('malformed_json', 'The body cannot be read.') : null
  }
}

function tooLarge(limit: number) {
  return new ProblemError('payload_too_large', `The body is larger than ${limit} bytes, counted uncompressed.`)
}

async function validate(operation: WithBody, request: Request): Promise<ValidatedBody> {
  const { body: bytes } = request as { body?: Buffer }
  const validation = await (bytes === undefined
    ? validateValue(undefined, api[operation].body)
    : validateBytes(operation, bytes, request))
  if ('malformed' in validation) throw new ProblemError('malformed_json', validation.malformed)
  return new ValidatedBody(validation)
}

function validateBytes(operation: WithBody, bytes: Buffer, request: Request): BodyValidation | Promise<BodyValidation> {
  const schema = api[operation].body
  if (bytes.length <= SMALL) return validateBody(bytes, schema)
  if (bytes.length > MIDDLE) return validateInThread(callerKeyOf(request), { operation, bytes })
  return oneByOne(async () => {
    await setImmediate()
    return validateBody(bytes, schema)
  })
}
