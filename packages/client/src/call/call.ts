import { checkOptions } from '../check-options.js'
import { MediaLibraryError } from '../error.js'
import type { CallEvent, CallOptions, ClientOptions, HookEvents, Hooks } from '../options.js'
import { type Answer, readAnswer, readRequestId } from './answer.js'
import { exchange, silence } from './exchange.js'
import { explainLoss } from './explain-loss.js'
import { type Request, toDefaults, toInit, toTarget, toUrl } from './request.js'
import { retryDelay, sleep } from './retry.js'
import type { CallName } from './routes.js'

/** Calls the service. Rejects with a MediaLibraryError, or the reason of the caller's signal. */
export type Call = (operation: CallName, request: Request, options?: CallOptions) => Promise<Answer>

/**
 * Creates the function through which a client calls the service: it retries a call where that is safe, and calls the
 * hooks.
 */
export function createCall(client: ClientOptions): Call {
  checkOptions(client)
  const headers = toDefaults(client)
  const hooks: Hooks = client
  let log: typeof import('./log.js').log | undefined
  const tell = <Name extends keyof HookEvents>(name: Name, event: HookEvents[Name]) => {
    hooks[name]?.(event)
    log?.(client, name, event)
  }
  const attempt = async (event: CallEvent, request: Request, timeoutMs: number, signal: AbortSignal | undefined) => {
    const { operation, method, url } = event
    const init = await toInit({ ...client, headers }, method, request)
    // Read at each attempt: a polyfill may replace it, and it must not be called as a method.
    const fetch = client.fetch ?? request.fetch ?? globalThis.fetch
    const startedAt = Date.now()
    tell('onRequest', event)
    const send = (to: string, how: RequestInit) =>
      exchange(fetch, to, how, { signal, timeoutMs, isLeft: (response) => isFile(request, response) }).catch(
        (error) => {
          throw signal?.aborted ? error : toError(error, operation, to, timeoutMs)
        },
      )
    const first = await send(url, init)
    const elsewhere = request.isFile && first.response.status === 302 && first.response.headers.get('location')
    // The address is signed: the request carries no key.
    const answered = elsewhere ? await send(elsewhere, { headers: request.headers ?? {} }) : first
    const { status } = answered.response
    const requestId = readRequestId(answered.response)
    tell('onResponse', { ...event, status, requestId, durationMs: Date.now() - startedAt })
    if (isFile(request, answered.response)) {
      return { status, headers: answered.response.headers, body: answered.response }
    }
    return readAnswer(operation, answered, toTarget(operation, request).success)
  }

  return async (operation, request, options = {}) => {
    if (client.logger ?? client.logLevel) log ??= (await import('./log.js')).log
    const { timeoutMs = client.timeoutMs ?? 30_000, retries = client.retries ?? 2, signal } = options
    const url = toUrl(client.baseUrl, operation, request)
    for (let number = 1; ; number += 1) {
      const event: CallEvent = {
        operation,
        method: toTarget(operation, request).method,
        url,
        attempt: number,
      }
      try {
        return await attempt(event, request, timeoutMs, signal)
      } catch (error) {
        if (!(error instanceof MediaLibraryError) || !request.repeatable || number > retries) throw error
        const delayMs = retryDelay(error, number, client.maxDelayMs ?? 20_000)
        if (delayMs === null) throw error
        tell('onRetry', { ...event, error, delayMs })
        await sleep(delayMs, signal)
      }
    }
  }
}

function isFile({ isFile: wanted }: Request, { status }: Response) {
  return wanted === true && [200, 206, 304].includes(status)
}

function toError(error: unknown, operation: CallName, url: string, timeoutMs: number) {
  const origin = /^\w+:\/\/[^/]+/.exec(url)?.[0] ?? url
  return error === silence
    ? new MediaLibraryError(`${operation}: ${origin} sent nothing for ${timeoutMs} ms.`, { code: 'timeout', operation })
    : new MediaLibraryError(`${operation}: ${explainLoss(origin, error)}`, { code: 'network', operation, cause: error })
}
