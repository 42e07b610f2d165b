import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http'
import type { Express, Request, Response } from 'express'

/**
 * Returns the message classes for the HTTP server of an Express application. Express changes the prototype of each message to
 * its own. Messages that have this prototype from the start stay on the fast paths of V8. `docs/develop/decisions.md` has what
 * this and the method below save, and how it is measured.
 */
export function toMessageClasses(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {
    /** Express also parses the type, looks up settings and compares entity tags, which no answer of ours needs. */
    json(body: unknown): this {
      const text = JSON.stringify(body)
      this.setHeader('Content-Type', 'application/json; charset=utf-8')
      this.setHeader('Content-Length', Buffer.byteLength(text))
      return this.end(text)
    }
  }
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as Request
  app.response = AppResponse.prototype as Response
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
