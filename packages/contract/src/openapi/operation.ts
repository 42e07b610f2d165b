import type { AppRoute } from '@ts-rest/core'
import * as z from 'zod'
import { LibraryEvent } from '../event/schemas.js'
import { Problem } from '../problem/problem.js'
import type { RouteMetadata } from '../route/metadata.js'
import { type Answering, listCodes } from './problem-examples.js'
import { listResponseHeaders } from './response-headers.js'
import { exampleNamed, type JsonSchema, listReferences, namedSchemas, toJsonSchema, toProperties } from './schemas.js'
import { toSecurity } from './security.js'

type Json = Record<string, unknown>

/** An operation object of OpenAPI. */
export interface Operation {
  operationId: string
  tags: string[]
  parameters: Json[]
  responses: Record<string, Json>
  [field: string]: unknown
}

const EVENT_STREAM = 'text/event-stream'
const FORM = 'multipart/form-data'

/** The descriptions of responses without a body. */
const withoutBody: Record<number, string> = {
  204: 'Done.',
  302:
    'The file is at the URL in `Location`, which expires after some minutes. The operator has enabled this with ' +
    'BUCKET_FILES.',
  304: 'The content still matches `If-None-Match`.',
}

const described = namedSchemas()

/** A response of bytes without a schema. Its content types are separated by commas. */
interface Bytes {
  contentType: string
}

/** Describes the route of the contract with that name. */
export function toOperation(name: string, route: AppRoute): Operation {
  const metadata = route.metadata as RouteMetadata
  const { permission, isUpload = false } = metadata
  const body = toBodySchema(route)
  const answering: Answering = { metadata, takesBody: body !== null, writes: route.method !== 'GET' }
  const responses = Object.entries(route.responses).map(([code, response]) => {
    const status = Number(code)
    const answer = status < 400 ? toSuccess(status, response) : toProblem(status, answering)
    return [code, { ...answer, headers: toHeaders(route, status) }]
  })
  return {
    operationId: name,
    tags: [route.path.split('/')[2] as string],
    summary: route.summary,
    description: [route.description, describePermission(permission), describeVisitor(metadata.visitor)]
      .filter(Boolean)
      .join(' '),
    ...(route.deprecated && { deprecated: true }),
    security: toSecurity(metadata),
    parameters: [
      ...toParameters('path', route.pathParams),
      ...toParameters('query', route.query),
      ...toParameters('header', route.headers),
    ],
    ...(body && { requestBody: { required: true, content: toContent(body, isUpload ? FORM : undefined) } }),
    responses: Object.fromEntries(responses),
  }
}

const visits = {
  look: 'Visitors of a link may do it for what the link shows.',
  download: 'Visitors of a link that allows downloads may do it for what the link shows.',
  upload: 'Visitors of a link that allows uploads may do it.',
} as const satisfies Record<NonNullable<RouteMetadata['visitor']>, string>

function describeVisitor(visitor: RouteMetadata['visitor']): string {
  return visitor === undefined ? '' : visits[visitor]
}

function toBodySchema(route: AppRoute): JsonSchema | null {
  return 'body' in route && route.body instanceof z.ZodType ? toJsonSchema(route.body) : null
}

function toName(schema: JsonSchema): string {
  return listReferences(schema)[0] ?? ''
}

function toSuccess(status: number, response: unknown) {
  if (isFile(response)) return toFile(status, response)
  if (!(response instanceof z.ZodType)) return { description: withoutBody[status] ?? 'No body.' }
  const schema = toJsonSchema(response)
  return { description: toDescription(schema), content: toContent(schema) }
}

function isFile(response: unknown): response is Bytes {
  return typeof response === 'object' && response !== null && 'contentType' in response
}

function toFile(status: number, { contentType }: Bytes) {
  if (contentType === EVENT_STREAM) return eventStream()
  return {
    description: status === 206 ? 'The requested bytes.' : 'The file.',
    content: Object.fromEntries(
      contentType.split(', ').map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
  }
}

/**
 * Describes a response with events. OpenAPI before 3.2 cannot describe the events of a stream one by one; `contentSchema` describes the
 * data of each.
 */
function eventStream() {
  const data = toJsonSchema(LibraryEvent)
  const example = exampleNamed(toName(data))
  const text = `event: ${(example as LibraryEvent).type}\nid: 3k9x2f.7425\ndata: ${JSON.stringify(example)}\n\n`
  return {
    description: 'The events, and a comment every 15 seconds. Without `wait`, the response does not end by itself.',
    content: {
      [EVENT_STREAM]: {
        schema: { type: 'string', contentMediaType: EVENT_STREAM, contentSchema: data },
        example: text,
      },
    },
  }
}

function toDescription(schema: JsonSchema): string {
  return schema.description ?? described[toName(schema)]?.description ?? ''
}

function toContent(schema: JsonSchema, type = 'application/json') {
  return { [type]: { schema } }
}

function toProblem(status: number, answering: Answering) {
  const codes = listCodes(status, answering)
  return {
    description: codes.map((code) => `\`${code}\``).join(' or '),
    content: {
      'application/problem+json': {
        schema: toJsonSchema(Problem),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

function toHeaders(route: AppRoute, status: number) {
  return Object.fromEntries(
    listResponseHeaders(route, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

function describePermission(permission: RouteMetadata['permission']): string | null {
  if (permission === 'any') return 'Requires any key or session.'
  if (permission === 'key') return 'Requires a key.'
  return permission && `Requires the permission \`${permission}\`.`
}

/** Describes parameters. A query parameter has the type to which its text is converted. */
function toParameters(where: 'path' | 'query' | 'header', fields: unknown): Json[] {
  if (!fields) return []
  const object = fields instanceof z.ZodType ? fields : z.object(fields as z.ZodRawShape)
  const { properties, required } = toProperties(object, where === 'query' ? 'output' : 'input')
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: required.includes(name),
    description: description ?? toDescription(schema),
    schema,
  }))
}
