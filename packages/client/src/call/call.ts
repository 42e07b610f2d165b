import { checkOptions } from '../check-options.js'
import { MediaLibraryError } from '../error.js'
import type { CallEvent, CallOptions, ClientOptions } from '../options.js'
import { type Answer, readAnswer, requestIdOf } from './answer.js'
import { exchange, silence } from './exchange.js'
import { explainLoss } from './explain-loss.js'
import { initOf, type Request, urlOf } from './request.js'
import { retryDelay, sleep } from './retry.js'
import { type Operation, routes } from './routes.js'

/** Calls an operation. Rejects with a MediaLibraryError, or the reason of the caller's signal. */
export type Call = (operation: Operation, request: Request, options?: CallOptions) => Promise<Answer>

/** The calls of a client: each is tried again where that is safe, and seen by its hooks. */
export function createCall(client: ClientOptions): Call {
  checkOptions(client)
  const attempt = async (event: CallEvent, request: Request, timeoutMs: number, signal: AbortSignal | undefined) => {
    const { operation, method, url } = event
    const init = await initOf(client, method, request)
    // Looked up at each attempt: a polyfill may replace it, and it must not be called as a method.
    const fetch = client.fetch ?? request.fetch ?? globalThis.fetch
    const startedAt = Date.now()
    client.onRequest?.(event)
    const send = (to: string, how: RequestInit) =>
      exchange(fetch, to, how, { signal, timeoutMs, isLeft: (response) => isFile(request, response) }).catch(
        (error) => {
          throw signal?.aborted ? error : toError(error, operation, to, timeoutMs)
        },
      )
    const first = await send(url, init)
    const elsewhere = request.isFile && first.response.status === 302 && first.response.headers.get('location')
    // The address is signed: no key goes with it.
    const answered = elsewhere ? await send(elsewhere, { headers: request.headers ?? {} }) : first
    const { status } = answered.response
    const requestId = requestIdOf(answered.response)
    client.onResponse?.({ ...event, status, requestId, durationMs: Date.now() - startedAt })
    if (isFile(request, answered.response)) {
      return { status, headers: answered.response.headers, body: answered.response }
    }
    return readAnswer(operation, answered, !!request.instead)
  }

  return async (operation, request, options = {}) => {
    const { timeoutMs = client.timeoutMs ?? 30_000, retries = client.retries ?? 2, signal } = options
    const url = urlOf(client.baseUrl, operation, request)
    for (let number = 1; ; number += 1) {
      const event: CallEvent = {
        operation,
        method: (request.instead ?? routes[operation]).method,
        url,
        attempt: number,
      }
      try {
        return await attempt(event, request, timeoutMs, signal)
      } catch (error) {
        if (!(error instanceof MediaLibraryError) || !request.repeatable || number > retries) throw error
        const delayMs = retryDelay(error, number, client.maxDelayMs ?? 20_000)
        if (delayMs === null) throw error
        client.onRetry?.({ ...event, error, delayMs })
        await sleep(delayMs, signal)
      }
    }
  }
}

function isFile({ isFile: wanted }: Request, { status }: Response) {
  return wanted === true && [200, 206, 304].includes(status)
}

function toError(error: unknown, operation: Operation, url: string, timeoutMs: number) {
  const origin = /^\w+:\/\/[^/]+/.exec(url)?.[0] ?? url
  return error === silence
    ? new MediaLibraryError(`${operation}: ${origin} sent nothing for ${timeoutMs} ms.`, { code: 'timeout', operation })
    : new MediaLibraryError(`${operation}: ${explainLoss(origin, error)}`, { code: 'network', operation, cause: error })
}
