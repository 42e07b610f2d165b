import type { Express, Request, RequestHandler } from 'express'
import { ProblemError } from '../errors.js'
import type { UploadService } from '../uploads/upload-service.js'
import { requireScope } from './access/authorize.js'
import { liftTimeLimit } from './wire/connections.js'

const VERSION = '1.0.0'
const TUS_BODY = 'application/offset+octet-stream'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The paths of resumable uploads (tus 1.0), and their methods. The protocol is no part of the contract. */
const paths = { '/api/upload': 'POST, OPTIONS', '/api/upload/:id': 'HEAD, PATCH, DELETE, OPTIONS' }

/** Serves resumable uploads. The checks have the order of those of the endpoints. */
export function serveResumableUploads(
  app: Express,
  {
    uploads,
    authenticate,
    limitRequests,
  }: { uploads: UploadService; authenticate: RequestHandler; limitRequests: RequestHandler },
): void {
  for (const [path, methods] of Object.entries(paths)) {
    app.all(path, overrideMethod, nameVersion, authenticate, limitRequests, async (request, response) => {
      const caller = requireAllowed(request, methods)
      const { id = null } = request.params as { id?: string }
      if (id !== null && !UUID.test(id)) throw new ProblemError('not_found', 'There is no such upload.')
      const acceptBody = () => {
        // An upload has limits of its own for its rate and its whole time.
        liftTimeLimit(request)
        if (request.get('expect')) response.writeContinue()
      }
      const { status, headers } = await uploads.resume({
        request,
        caller,
        uploadId: id,
        begin: acceptBody,
      })
      response.status(status).set(headers).end()
    })
  }
}

/**
 * Reads the method from a header, which tus requires of servers, for clients whose network lets through nothing but GET and POST.
 */
const overrideMethod: RequestHandler = (request, _response, next) => {
  const method = request.get('x-http-method-override')?.toUpperCase()
  if (request.method === 'POST' && (method === 'PATCH' || method === 'DELETE')) request.method = method
  next()
}

/** Names the version of the protocol in each answer. */
const nameVersion: RequestHandler = (_request, response, next) => {
  response.set({ 'Tus-Resumable': VERSION, 'Tus-Version': VERSION })
  next()
}

function requireAllowed(request: Request, methods: string) {
  const { method, caller } = request
  if (!methods.split(', ').includes(method)) {
    throw new ProblemError('method_not_allowed', `The path accepts ${methods}.`, { headers: { Allow: methods } })
  }
  if (!caller) throw new Error('A caller was authenticated.')
  requireScope(caller, 'asset.upload')
  if (method === 'PATCH' && request.get('content-type') !== TUS_BODY)
    throw new ProblemError('unsupported_media_type', `Send the bytes as ${TUS_BODY}.`)
  return caller
}
