import type { Request, Response } from 'express'
import onHeaders from 'on-headers'
import pLimit from 'p-limit'
import { ProblemError } from '../errors.js'

const LARGE = 1024 * 1024
const MOST_WAITING = 20

const turns = pLimit(1)

/** Whether the body of a request is some 25,000 ids, or may become as many when it is inflated. */
export const isLarge = ({ headers }: Request): boolean =>
  Number(headers['content-length'] ?? 0) > LARGE || headers['content-encoding'] !== undefined

/**
 * Waits until no other large body is worked on: one takes up to 100 MB until its answer begins, and ten at once would take
 * no less time. Throws `unavailable` when too many wait.
 */
export const awaitTurn = (request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    if (turns.pendingCount >= MOST_WAITING) {
      const headers = { 'Retry-After': '5' }
      return reject(new ProblemError('unavailable', 'Too many large requests came at once.', { headers }))
    }
    const work = () =>
      new Promise<void>((release) => {
        if (response.destroyed) return release()
        onHeaders(response, () => {
          request.body = undefined
          release()
        })
        response.once('close', release)
        resolve()
      })
    void turns(work)
  })
