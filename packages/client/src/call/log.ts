import type { ClientOptions, HookEvents, Logger } from '../options.js'

const LEVELS = ['debug', 'info', 'warn'] as const

const levels = { onRequest: 'debug', onResponse: 'info', onRetry: 'warn' } as const

/** Writes an event to the log of a client, without the query of its address, which may contain the key of a share. */
export function log<Name extends keyof HookEvents>(
  { logger = console, logLevel = 'debug' }: Pick<ClientOptions, 'logger' | 'logLevel'>,
  name: Name,
  event: HookEvents[Name],
): void {
  const level: keyof Logger = levels[name]
  if (LEVELS.indexOf(level) < LEVELS.indexOf(logLevel)) return
  const { operation, method, url, attempt } = event
  logger[level](
    `media-library: ${operation} ${method} ${url.replace(/\?.*/, '')}, attempt ${attempt}${describeOutcome(event)}`,
  )
}

function describeOutcome(event: HookEvents[keyof HookEvents]) {
  if ('status' in event) {
    const { status, durationMs, requestId } = event
    return `: ${status} after ${durationMs} ms${requestId === undefined ? '' : ` (request ${requestId})`}`
  }
  if (!('error' in event)) return ''
  const { error, delayMs } = event
  // The detail of a problem may repeat a part of the body.
  const reason = error.problem ? `${error.status} ${error.code}.` : error.message
  return `: ${reason} Another attempt follows in ${Math.round(delayMs)} ms.`
}
