import { api } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'
import type { Request, RequestHandler, Response } from 'express'
import onHeaders from 'on-headers'
import * as z from 'zod'
import { acquireFor } from '../../admission/acquire-for.js'
import { admission, bodyMemory } from '../../admission/admission.js'
import { ProblemError } from '../../errors.js'
import { toCallerKey } from '../access/caller.js'
import type { Operation } from '../route.js'
import { receiveBody, tooLarge } from './receive-body.js'
import { type BodyFaults, validateBody, validateValue } from './validate-body.js'
import { validateInThread } from './validate-in-thread.js'

const KIB = 1_024

/**
 * The length in bytes up to which a body is validated at once, in some milliseconds; a longer one is validated in a thread.
 */
const SHORT = 64 * KIB

/** The length in bytes of a body with about 25,000 ids. */
const LARGE = 1_024 * KIB

/** A body that its schema refuses. ts-rest finds it beside the faults of the path, the headers and the query. */
export class RefusedBody {
  readonly found: BodyFaults

  constructor(found: BodyFaults) {
    this.found = found
  }
}

/** The schema that ts-rest uses for a body that was validated when it was read. */
const asRead = z.custom((body) => !(body instanceof RefusedBody))

/**
 * Returns the routes for ts-rest, which would otherwise validate each body once more, in the thread that serves all requests: 100,000
 * ids take it a tenth of a second.
 */
export function withReadBodies<Routes extends Record<string, AppRoute>>(
  routes: Routes,
): Record<keyof Routes, AppRoute> {
  const entries = Object.entries(routes).map(([operation, route]) => [
    operation,
    'body' in route && route.body instanceof z.ZodType ? { ...route, body: asRead } : route,
  ])
  return Object.fromEntries(entries)
}

/**
 * Reads the JSON body of an operation, up to a limit in bytes, and validates it. Nothing but memory is held while it arrives. A large one
 * then waits for its turn, which ends when the response starts.
 */
export function readBody(operation: Operation, limit: number): RequestHandler {
  return async (request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
    if (request.headers.expect !== undefined) response.writeContinue()
    const memory = bodyMemory.begin(toCallerKey(request))
    try {
      const bytes = await receiveBody(request, { limit, take: memory.take })
      request.bodyLength = bytes?.length ?? 0
      if (request.bodyLength > SHORT) untilAnswered(request, response, memory.end)
      if (request.bodyLength > LARGE) await takeTurn(request, response)
      const validation = await validate(operation, { request, response, bytes })
      if ('malformed' in validation) throw new ProblemError('malformed_json', validation.malformed)
      request.body = 'value' in validation ? validation.value : new RefusedBody(validation)
    } finally {
      if ((request.bodyLength ?? 0) <= SHORT) memory.end()
    }
    next()
  }
}

/** Releases memory when the response starts, or its client has left. */
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
  request.endBodyTurn = await acquireFor(response, admission.largeBody, toCallerKey(request))
  onHeaders(response, request.endBodyTurn)
}

function validate(
  operation: Operation,
  { request, response, bytes }: { request: Request; response: Response; bytes: Buffer | undefined },
) {
  const { body: schema } = api[operation] as { body: z.ZodType }
  if (bytes === undefined) return validateValue(undefined, schema)
  if (bytes.length <= SHORT) return validateBody(bytes, schema)
  return validateInThread(response, toCallerKey(request), { operation, bytes })
}
