import { promisify } from 'node:util'
import { api } from '@media-library/contract'
import express, { type Request, type RequestHandler, type Response } from 'express'
import onHeaders from 'on-headers'
import type { ZodType } from 'zod'
import { admission } from '../../admission/admission.js'
import { ProblemError } from '../../errors.js'
import { callerKeyOf } from '../access/caller.js'
import { type Operation, routeOf, served } from '../route.js'
import { undecodablePath } from '../wire/malformed-request.js'
import { type BodyValidation, validateBody, validateValue } from './validate-body.js'
import { validateInThread } from './validate-in-thread.js'

const KIB = 1_024

/** What reads the body of each operation that has one, up to its limit. */
const readers = new Map(
  served.flatMap(({ operation, metadata: { bodyLimit: limit } }) =>
    limit === undefined ? [] : [[operation, { limit, read: promisify(express.raw({ limit, type: () => true })) }]],
  ),
)

/** A body up to this length is validated at once, in some milliseconds; a longer one in a thread. */
const SHORT = 64 * KIB

/** A body of that length has about 25,000 ids. */
const LARGE = 1_024 * KIB

/** Reads the JSON body of a route, up to the route's limit, and validates it. Large bodies take turns. */
export const readBody: RequestHandler = async (request, response, next) => {
  const operation = routeOf(request)?.operation
  const reader = operation && readers.get(operation)
  if (!reader) return next()
  if (Number(request.get('content-length') ?? 0) > reader.limit) throw tooLarge(reader.limit)
  const read = async () => {
    if (request.get('expect')) response.writeContinue()
    await reader.read(request, response)
  }
  await (isLarge(request) ? inTurn(request, response, read) : read())
  const validation = await validate(operation, request)
  if ('malformed' in validation) throw new ProblemError('malformed_json', validation.malformed)
  if ('faults' in validation) request.bodyFaults = validation
  request.body = 'value' in validation ? validation.value : undefined
  next()
}

/** The problem behind a body (or path) that could not be read, or null when the error is something else. */
export function toBodyProblem(error: unknown): ProblemError | null {
  const { type, status, limit, message } = error as { type?: string; status?: number; limit?: number; message?: string }
  if (error instanceof URIError || (status === 400 && type === undefined && message?.startsWith('Failed to decode'))) {
    return undecodablePath()
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

function isLarge({ headers }: Request): boolean {
  return (
    Number(headers['content-length'] ?? 0) > LARGE ||
    // It may be large after its decompression.
    headers['content-encoding'] !== undefined ||
    headers['transfer-encoding'] !== undefined
  )
}

/** Reads a large body in a turn, and waits for another one to work on it, which ends when the response starts. Throws `unavailable`. */
async function inTurn(request: Request, response: Response, read: () => Promise<void>): Promise<void> {
  const caller = callerKeyOf(request)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const endReading = await admission.largeBody.acquire(caller, gone.signal)
  try {
    await read()
    const end = await admission.largeBodyWork.acquire(caller, gone.signal)
    onHeaders(response, () => {
      request.body = undefined
      end()
    })
    response.once('close', end)
    if (response.closed) end()
  } finally {
    endReading()
  }
}

function validate(operation: Operation, request: Request): BodyValidation | Promise<BodyValidation> {
  const { body: bytes } = request as { body?: Buffer }
  const { body: schema } = api[operation] as { body: ZodType }
  if (bytes === undefined) return validateValue(undefined, schema)
  if (bytes.length <= SHORT) return validateBody(bytes, schema)
  return validateInThread(callerKeyOf(request), { operation, bytes })
}
