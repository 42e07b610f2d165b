import { api } from '@media-library/contract'
import type { Request, RequestHandler, Response } from 'express'
import onHeaders from 'on-headers'
import type { ZodType } from 'zod'
import { acquireFor } from '../../admission/acquire-for.js'
import { admission, bodyMemory } from '../../admission/admission.js'
import { ProblemError } from '../../errors.js'
import { callerKeyOf } from '../access/caller.js'
import { type Operation, routeOf } from '../route.js'
import { receiveBody, tooLarge } from './receive-body.js'
import { validateBody, validateValue } from './validate-body.js'
import { validateInThread } from './validate-in-thread.js'

const KIB = 1_024

/** A body up to this length is validated at once, in some milliseconds; a longer one in a thread. */
const SHORT = 64 * KIB

/** A body of that length has about 25,000 ids. */
const LARGE = 1_024 * KIB

/**
 * Reads the JSON body of a route, up to the route's limit, and validates it. Nothing but memory is held while it arrives. A large one then
 * waits for its turn, which ends when the response starts.
 */
export const readBody: RequestHandler = async (request, response, next) => {
  const route = routeOf(request)
  const limit = route?.metadata.bodyLimit
  if (!route || limit === undefined) return next()
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  if (request.headers.expect !== undefined) response.writeContinue()
  const memory = bodyMemory.begin(callerKeyOf(request))
  try {
    const bytes = await receiveBody(request, { limit, take: memory.take })
    request.bodyLength = bytes?.length ?? 0
    if (request.bodyLength > SHORT) untilAnswered(request, response, memory.end)
    if (request.bodyLength > LARGE) await takeTurn(request, response)
    const validation = await validate(route.operation, request, bytes)
    if ('malformed' in validation) throw new ProblemError('malformed_json', validation.malformed)
    if ('faults' in validation) request.bodyFaults = validation
    request.body = 'value' in validation ? validation.value : undefined
  } finally {
    if ((request.bodyLength ?? 0) <= SHORT) memory.end()
  }
  next()
}

/** Gives memory back when the response starts, or its client has left. */
function untilAnswered(request: Request, response: Response, end: () => void) {
  onHeaders(response, () => {
    request.body = undefined
    end()
  })
  response.once('close', end)
  if (response.closed) end()
}

/** Waits for a turn to work on a large body, which ends when the response starts. Throws `unavailable`. */
async function takeTurn(request: Request, response: Response): Promise<void> {
  request.endBodyTurn = await acquireFor(response, admission.largeBody, callerKeyOf(request))
  onHeaders(response, request.endBodyTurn)
}

function validate(operation: Operation, request: Request, bytes: Buffer | undefined) {
  const { body: schema } = api[operation] as { body: ZodType }
  if (bytes === undefined) return validateValue(undefined, schema)
  if (bytes.length <= SHORT) return validateBody(bytes, schema)
  return validateInThread(callerKeyOf(request), { operation, bytes })
}
