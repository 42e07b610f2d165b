import type { IncomingMessage, ServerResponse } from 'node:http'

/** Whether the client went away before it had sent the request, or had the answer; asked when either is over. */
export const wasAborted = (request: IncomingMessage, response: ServerResponse): boolean =>
  request.errored !== null || !response.writableFinished
