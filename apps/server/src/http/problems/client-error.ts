import { randomUUID } from 'node:crypto'
import { maxHeaderSize, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { problems } from '@media-library/contract'
import { ProblemError } from '../../errors.js'
import type { Logger } from '../../logger.js'
import { toDocument } from './problem.js'

/** The milliseconds that a client may keep sending after the response, so that it can read the response. */
const LINGER_MS = 500

type ParserError = NodeJS.ErrnoException & { reason?: string }

/** Answers with a problem when no request can be read: broken HTTP, headers that are too large, clients that are too slow. */
export function answerClientErrors(
  server: Server,
  { running, logger }: { running: ReadonlySet<ServerResponse>; logger: Logger },
): void {
  const answered = new WeakSet<Duplex>()

  const answer = (socket: Duplex, problem: ProblemError) => {
    const requestId = randomUUID()
    logger.info({ requestId, code: problem.code }, `connection refused: ${problem.message}`)
    const isSilent = problem.code === 'request_timeout'
    close(socket, { bytes: toBytes(problem, requestId), isSilent })
  }

  const findLatest = (socket: Duplex) => [...running].findLast(({ req }) => req.socket === socket)

  server.on('clientError', (error, socket) => {
    if (answered.has(socket)) return
    answered.add(socket)
    if ((error as ParserError).code === 'ECONNRESET') socket.destroy()
    else onTurn(findLatest(socket), { answer: () => answer(socket, explain(error)), close: () => close(socket) })
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {})
    // Its answer would be taken for that to an earlier request.
    if (findLatest(socket)) socket.destroy()
    else
      answer(socket, new ProblemError('method_not_allowed', 'This server is not a proxy.', { headers: { Allow: '' } }))
  })
}

function close(socket: Duplex, { bytes = '', isSilent = false } = {}) {
  if (!socket.writable) return socket.destroy()
  const destroy = () => socket.destroy()
  socket.end(bytes, socket.readableEnded || isSilent ? destroy : undefined)
  const linger = setTimeout(destroy, LINGER_MS)
  socket.once('close', () => clearTimeout(linger))
}

function toBytes(problem: ProblemError, requestId: string) {
  const { status } = problems[problem.code]
  const body = JSON.stringify(toDocument(problem, requestId))
  const headers = {
    ...problem.headers,
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/** Answers once the current response has been sent, or at once when its own request is broken and nothing of it was sent. */
function onTurn(response: ServerResponse | undefined, { answer, close }: Record<'answer' | 'close', () => void>) {
  if (!response) answer()
  else if (response.req.complete) response.once('close', answer)
  else if (response.headersSent) response.once('close', close)
  else if (response.socket) answer()
  else response.once('socket', answer)
}

function explain({ code, reason }: ParserError): ProblemError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError('headers_too_large', `The path and headers are larger than ${maxHeaderSize} bytes.`)
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('request_timeout', 'The request did not arrive completely in time.')
    default:
      return new ProblemError('invalid_request', `This is not HTTP/1.1${reason ? `: ${reason}` : ''}.`)
  }
}
