import type { AppRoute } from '@ts-rest/core'
import type { Fact, RouteMetadata } from '../route/metadata.js'
import type { JsonSchema } from './schemas.js'

/** The parts of a response on which its headers depend. */
interface Answer {
  status: number
  isDeprecated: boolean
  /** Returns whether the route has one of these facts. */
  is(...facts: Fact[]): boolean
}

interface ResponseHeader {
  description: string
  schema: JsonSchema
  example: string | number
  /** Returns whether an answer may carry the header. */
  on(answer: Answer): boolean
}

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }

/** The headers of responses, and the responses that carry them. */
export const responseHeaders: Record<string, ResponseHeader> = {
  'X-Request-Id': {
    description: 'The id of the request, which is also the `instance` of a problem.',
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
    description: 'The number of requests that are left in this period, and the seconds until the next one.',
    schema: text,
    example: '"default";r=99;t=60',
    on: (answer) => !isUnread(answer),
  },
  'RateLimit-Policy': {
    description: 'The number of requests that are allowed in a period, and its length in seconds.',
    schema: text,
    example: '"default";q=100;w=60',
    on: (answer) => !isUnread(answer),
  },
  'Retry-After': {
    description: 'The seconds after which to try again (RFC 9110).',
    schema: count,
    example: 1,
    on: ({ status, is }) =>
      [429, 503].includes(status) || (status === 409 && is('idempotent')) || (status === 404 && is('picture')),
  },
  ETag: {
    description: 'A text that changes when the file, the list or anything in the list changes (RFC 9110).',
    schema: text,
    example: '"5d41402abc4b2a76"',
    on: (answer) => answer.is('etag', 'file') && isContent(answer),
  },
  'Cache-Control': {
    description:
      'Whether the answer may be stored (RFC 9111): a file for a day, and a list with an `ETag` if it is ' +
      'validated before each use. No other answer may be stored.',
    schema: text,
    example: 'private, no-cache',
    on: (answer) => !isUnread(answer),
  },
  'Clear-Site-Data': {
    description: 'Tells the browser to delete the pictures and pages that it has stored.',
    schema: text,
    example: '"cache", "storage"',
    on: (answer) => answer.is('forgetting') && isSuccess(answer),
  },
  'X-Accel-Buffering': {
    description: '`no`: a proxy must pass on each event at once.',
    schema: text,
    example: 'no',
    on: (answer) => answer.is('events') && isSuccess(answer),
  },
  'Last-Modified': {
    description: 'When the file was written (RFC 9110).',
    schema: text,
    example: 'Sun, 14 Jul 2024 16:21:08 GMT',
    on: (answer) => answer.is('file') && isContent(answer),
  },
  'Accept-Ranges': {
    description: '`bytes`: a part of the file can be requested (RFC 9110).',
    schema: { type: 'string', enum: ['bytes'] },
    example: 'bytes',
    on: (answer) => answer.is('file') && isContent(answer),
  },
  'Content-Range': {
    description:
      'The bytes of this answer and the size of the file, or the size alone (RFC 9110). In an answer with ' +
      'several parts, each part has its own.',
    schema: text,
    example: 'bytes 0-499/180321',
    on: ({ status, is }) => is('file') && [206, 416].includes(status),
  },
  'Content-Disposition': {
    description: 'The name of the file, and whether the browser shows or saves it (RFC 6266).',
    schema: text,
    example: 'attachment; filename="IMG_0412.jpg"',
    on: ({ status, is }) => is('file', 'archive') && [200, 206].includes(status),
  },
  Location: {
    description: 'The address of the file (RFC 9110).',
    schema: { type: 'string', format: 'uri' },
    example: 'https://s3.example.org/library/thumbs/0190f3d2/1b/70/0190f3d2.webp?X-Amz-Signature=4f9a',
    on: ({ status }) => status === 302,
  },
  Link: {
    description:
      'The address of the next page, as `rel="next"`, or of the successor of a deprecated operation (RFC 8288).',
    schema: text,
    example: '</api/tag/0190f3d2-6d5c-7a1e-9c3b-2f6a8d4e1b70/assets?limit=100&cursor=eyJ0Ijoi>; rel="next"',
    on: (answer) => (answer.is('pages') && isSuccess(answer)) || answer.isDeprecated,
  },
  'Preference-Applied': {
    description: '`return=minimal`: the preference was applied (RFC 7240).',
    schema: text,
    example: 'return=minimal',
    on: (answer) => answer.is('prefer') && isSuccess(answer),
  },
  'Idempotency-Replayed': {
    description: '`true`: this is the first answer to a request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
    on: (answer) => answer.is('idempotent') && answer.status < 500 && !isUnread(answer),
  },
  'Set-Cookie': {
    description:
      'Sets or deletes the session of a browser. The cookie is `HttpOnly` and `SameSite=Lax`. It is also ' +
      '`__Host-` and `Secure`, except on the hosts for which the operator allows plain HTTP.',
    schema: text,
    example: '__Host-media-library-session=mls_…; Path=/; Secure; HttpOnly; SameSite=Lax',
    on: (answer) => answer.is('cookie') && isSuccess(answer),
  },
  Deprecation: {
    description: 'The time of the deprecation of the operation, as `@` and seconds of Unix time (RFC 9745).',
    schema: text,
    example: '@1700611200',
    on: ({ isDeprecated }) => isDeprecated,
  },
  Sunset: {
    description: 'When the operation will be removed, if that is known (RFC 8594).',
    schema: text,
    example: 'Thu, 31 Dec 2026 00:00:00 GMT',
    on: ({ isDeprecated }) => isDeprecated,
  },
}

/** Lists the names of the headers that a route's response with that status may carry. */
export function listResponseHeaders(route: AppRoute, status: number): string[] {
  const { answers = [], deprecation } = route.metadata as RouteMetadata
  const answer: Answer = {
    status,
    isDeprecated: deprecation !== undefined,
    is: (...facts) => facts.some((fact) => answers.includes(fact)),
  }
  return Object.keys(responseHeaders).filter((name) => responseHeaders[name]?.on(answer))
}

/** Returns whether the response is sent before the request has been read. */
function isUnread({ status }: Answer) {
  return status === 408 || status === 431
}

/** Returns whether the response is a list or file, a part of it, or 304. */
function isContent({ status }: Answer) {
  return [200, 206, 304].includes(status)
}

function isSuccess({ status }: Answer) {
  return status < 300
}
