import type { AppRoute } from '@ts-rest/core'
import type { RouteMetadata } from '../contract.js'
import type { JsonSchema } from './schemas.js'

/** An answer of a route, as far as its headers depend on it. */
interface Answer {
  status: number
  metadata: RouteMetadata
  /** Whether the route begins, makes or ends a session. */
  signsIn: boolean
  /** Whether the route begins to sign in, or makes a session. */
  startsSession: boolean
  /** Whether the route ends a session. */
  endsSession: boolean
  /** Whether the route may answer a picture that is still being made. */
  isPicture: boolean
  /** Whether the route takes this header or query parameter. */
  takes(parameter: string): boolean
}

interface ResponseHeader {
  description: string
  schema: JsonSchema
  example: string | number
  /** Which answers may carry it. */
  on(answer: Answer): boolean
}

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }

/** What answers carry beside their body, and which of them. */
export const responseHeaders: Record<string, ResponseHeader> = {
  'X-Request-Id': {
    description: 'The id of the request; in a problem, its `instance`.',
    schema: { type: 'string', format: 'uuid' },
    example: '7c3f6fd4-9d1c-4c39-9c0b-6f0a4c4f8a52',
    on: (answer) => !isUnread(answer),
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110).',
    schema: text,
    example: 'Bearer realm="media-library"',
    on: ({ status }) => status === 401,
  },
  RateLimit: {
    description: 'How many requests are left, and for how long.',
    schema: text,
    example: '"default";r=99;t=60',
    on: (answer) => !isUnread(answer),
  },
  'RateLimit-Policy': {
    description: 'How many requests there may be, and in how many seconds.',
    schema: text,
    example: '"default";q=100;w=60',
    on: (answer) => !isUnread(answer),
  },
  'Retry-After': {
    description: 'After how many seconds to try again (RFC 9110).',
    schema: count,
    example: 1,
    on: ({ status, isPicture, takes }) =>
      [429, 503].includes(status) || (status === 409 && takes('idempotency-key')) || (status === 404 && isPicture),
  },
  ETag: {
    description: 'Changes when the file does, or when the list or anything shown in it does (RFC 9110).',
    schema: text,
    example: '"5d41402abc4b2a76"',
    on: (answer) => isKept(answer) || isFile(answer),
  },
  'Cache-Control': {
    description:
      'A file may be kept for a day, and a list with an `ETag` when it is asked for each time. No other answer may be kept ' +
      '(RFC 9111).',
    schema: text,
    example: 'private, no-cache',
    on: (answer) => !isUnread(answer),
  },
  'Clear-Site-Data': {
    description: 'That the browser forgets what it kept of the pictures and the page.',
    schema: text,
    example: '"cache", "storage"',
    on: (answer) => answer.endsSession && isSuccess(answer),
  },
  'X-Accel-Buffering': {
    description: '`no`: a proxy must pass on each event at once.',
    schema: text,
    example: 'no',
    on: isStream,
  },
  'Last-Modified': {
    description: 'When the file was written (RFC 9110).',
    schema: text,
    example: 'Sun, 14 Jul 2024 16:21:08 GMT',
    on: (answer) => isFile(answer) || (answer.takes('range') && answer.status === 304),
  },
  'Accept-Ranges': {
    description: 'That a part of the file can be asked for (RFC 9110).',
    schema: { type: 'string', enum: ['bytes'] },
    example: 'bytes',
    on: (answer) => isFile(answer) || (answer.takes('range') && answer.status === 304),
  },
  'Content-Range': {
    description:
      'Which bytes of how many these are, or how many there are (RFC 9110); each part of several has its own.',
    schema: text,
    example: 'bytes 0-499/180321',
    on: (answer) => answer.takes('range') && [206, 416].includes(answer.status),
  },
  'Content-Disposition': {
    description: 'The name of the file, and whether to show or to save it (RFC 6266).',
    schema: text,
    example: 'attachment; filename="IMG_0412.jpg"',
    on: isFile,
  },
  Location: {
    description: 'Where the file lies (RFC 9110).',
    schema: { type: 'string', format: 'uri' },
    example: 'https://s3.example.org/library/thumbs/0190f3d2/1b/70/0190f3d2.webp?X-Amz-Signature=4f9a',
    on: ({ status }) => status === 302,
  },
  Link: {
    description: 'The next page, as `rel="next"`, or the successor of a deprecated operation (RFC 8288).',
    schema: text,
    example: '</api/tag/0190f3d2-6d5c-7a1e-9c3b-2f6a8d4e1b70/assets?limit=100&cursor=eyJ0Ijoi>; rel="next"',
    on: (answer) => (answer.takes('cursor') && isSuccess(answer)) || Boolean(answer.metadata.deprecation),
  },
  'Preference-Applied': {
    description: 'That `return=minimal` was honoured (RFC 7240).',
    schema: text,
    example: 'return=minimal',
    on: (answer) => answer.takes('prefer') && isSuccess(answer),
  },
  'Idempotency-Replayed': {
    description: '`true`: this is the first answer to the same `Idempotency-Key`, again.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
    on: (answer) => answer.takes('idempotency-key') && answer.status < 500 && !isUnread(answer),
  },
  'Set-Cookie': {
    description: 'The session of a browser, set or taken away; it is `__Host-`, `HttpOnly` and `SameSite=Lax`.',
    schema: text,
    example: '__Host-media-library-session=mls_…; Path=/; Secure; HttpOnly; SameSite=Lax',
    on: (answer) => answer.signsIn && isSuccess(answer),
  },
  Deprecation: {
    description: 'Since when the operation is deprecated, in seconds of Unix time after an `@` (RFC 9745).',
    schema: text,
    example: '@1700611200',
    on: ({ metadata }) => Boolean(metadata.deprecation),
  },
  Sunset: {
    description: 'When the operation goes away, once that is known (RFC 8594).',
    schema: text,
    example: 'Thu, 31 Dec 2026 00:00:00 GMT',
    on: ({ metadata }) => Boolean(metadata.deprecation),
  },
}

/** The names of the headers that a route's answer of that status may carry. */
export function listResponseHeaders(route: AppRoute, status: number): string[] {
  const parameters = parametersOf(route)
  const answer: Answer = {
    status,
    metadata: route.metadata as RouteMetadata,
    signsIn: /\/(oauth|auth)\//.test(route.path),
    startsSession: /\/(oauth\/(authorize|callback)|auth\/(key|code))$/.test(route.path),
    endsSession: /\/auth\/logout$/.test(route.path),
    isPicture: /\/asset\/(thumbnail|file)\//.test(route.path),
    takes: (parameter) => parameters.includes(parameter),
  }
  return Object.keys(responseHeaders).filter((name) => responseHeaders[name]?.on(answer))
}

/** Answered before a request has been read. */
function isUnread({ status }: Answer) {
  return status === 408 || status === 431
}

function isKept(answer: Answer) {
  return answer.takes('if-none-match') && [200, 206, 304].includes(answer.status)
}

function isFile(answer: Answer) {
  return answer.takes('if-match') && [200, 206].includes(answer.status)
}

function isStream(answer: Answer) {
  return answer.takes('last-event-id') && isSuccess(answer)
}

function isSuccess({ status }: Answer) {
  return status < 300
}

function parametersOf(route: AppRoute): string[] {
  return [route.headers, route.query].flatMap((fields) => {
    const { shape = fields } = (fields ?? {}) as { shape?: unknown }
    return Object.keys((shape ?? {}) as object)
  })
}
