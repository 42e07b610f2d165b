import type { IncomingMessage, ServerResponse } from 'node:http'

/** Whether the client disconnected before it had sent the request or received the answer. */
export function wasAborted(request: IncomingMessage, response: ServerResponse): boolean {
  return request.errored !== null || !response.writableFinished
}
