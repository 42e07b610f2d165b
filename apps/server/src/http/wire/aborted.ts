import type { IncomingMessage, ServerResponse } from 'node:http'

/** Whether the client disconnected before it had sent the request or received the answer. */
export const wasAborted = (request: IncomingMessage, response: ServerResponse): boolean =>
  request.errored !== null || !response.writableFinished
