import type { IncomingMessage, ServerResponse } from 'node:http'

/** Whether the client disconnected before it had sent the request or received the answer. Events have no end to wait for. */
export function wasAborted(request: IncomingMessage, response: ServerResponse): boolean {
  if (isEventStream(response)) return false
  return request.errored !== null || !response.writableFinished
}

export function isEventStream(response: ServerResponse): boolean {
  return response.getHeader('content-type') === 'text/event-stream'
}
