import type { RequestHandler, Response } from 'express'
import { countUnread } from '../../answers/sent-body.js'
import { ProblemError } from '../../errors.js'
import { toCallerKey } from './caller.js'

/** The bytes of a caller's answers that may wait in memory to be read. */
const MOST = 64 * 1024 * 1024

/** Answers 429 to a caller who does not read the answers to earlier requests. */
export function limitUnread(): RequestHandler {
  const answering = new Map<string, Set<Response>>()
  return (request, response, next) => {
    const caller = toCallerKey(request)
    const own = answering.get(caller) ?? new Set()
    let unread = 0
    for (const earlier of own) unread += countUnread(earlier)
    if (unread > MOST) {
      throw new ProblemError('too_many_requests', 'Earlier answers of 64 MiB wait to be read. Read them first.', {
        headers: { 'Retry-After': '5' },
      })
    }
    answering.set(caller, own.add(response))
    response.once('close', () => {
      own.delete(response)
      if (own.size === 0) answering.delete(caller)
    })
    next()
  }
}
