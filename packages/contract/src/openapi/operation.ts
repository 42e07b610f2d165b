import type { AppRoute } from '@ts-rest/core'
import * as z from 'zod'
import type { RouteMetadata } from '../contract.js'
import { Problem } from '../schemas/problem.js'
import { type Answering, codesOf } from './problem-examples.js'
import { listResponseHeaders } from './response-headers.js'
import { exampleNamed, type JsonSchema, listReferences, namedSchemas, toJsonSchema, toProperties } from './schemas.js'
import { securityOf } from './security.js'

type Json = Record<string, unknown>

/** What an operation object of OpenAPI says of a route. */
export interface Operation {
  operationId: string
  tags: string[]
  responses: Record<string, Json>
  [field: string]: unknown
}

/** Why an answer has no body. */
const withoutBody: Record<number, string> = {
  204: 'Done.',
  302: 'The file lies where `Location` says, for some minutes; the operator has set BUCKET_FILES.',
  304: 'It is still what `If-None-Match` names.',
}

const described = namedSchemas()

const nameOf = (schema: JsonSchema): string => listReferences(schema)[0] ?? ''

const descriptionOf = (schema: JsonSchema): string => schema.description ?? described[nameOf(schema)]?.description ?? ''

const exampleOf = (schema: JsonSchema) => {
  const value = exampleNamed(nameOf(schema))
  if (value === undefined) return {}
  return { example: schema.type === 'array' ? [value] : value }
}

/** An answer of bytes that no schema describes; its types are separated by commas. */
interface Bytes {
  contentType: string
}

const isFile = (response: unknown): response is Bytes =>
  typeof response === 'object' && response !== null && 'contentType' in response

const toContent = (schema: JsonSchema) => ({ 'application/json': { schema, ...exampleOf(schema) } })

/** A query is described as what its text is read as. */
function toParameters(where: 'path' | 'query' | 'header', fields: unknown): Json[] {
  if (!fields) return []
  const object = fields instanceof z.ZodType ? fields : z.object(fields as z.ZodRawShape)
  const { properties, required } = toProperties(object, where === 'query' ? 'output' : 'input')
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: required.includes(name),
    description: description ?? descriptionOf(schema),
    schema,
  }))
}

function toProblem(status: number, answering: Answering) {
  const codes = codesOf(status, answering)
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

const toFile = (status: number, { contentType }: Bytes) => ({
  description: status === 206 ? 'The bytes that were asked for.' : 'The file.',
  content: Object.fromEntries(
    contentType.split(', ').map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  ),
})

function toSuccess(status: number, response: unknown) {
  if (isFile(response)) return toFile(status, response)
  if (!(response instanceof z.ZodType)) return { description: withoutBody[status] ?? 'No body.' }
  const schema = toJsonSchema(response)
  return { description: descriptionOf(schema), content: toContent(schema) }
}

const toHeaders = (route: AppRoute, status: number) =>
  Object.fromEntries(listResponseHeaders(route, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const bodyOf = (route: AppRoute): JsonSchema | null =>
  'body' in route && route.body instanceof z.ZodType ? toJsonSchema(route.body) : null

const neededOf = (permission: RouteMetadata['permission']): string | null =>
  permission && (permission === 'session' ? 'Needs a session.' : `Needs the permission \`${permission}\`.`)

/** Describes a route of the contract under the name that it has there. */
export function toOperation(name: string, route: AppRoute): Operation {
  const { permission } = route.metadata as RouteMetadata
  const body = bodyOf(route)
  const answering: Answering = {
    path: route.path,
    body: body !== null,
    ids: listReferences(described[nameOf(body ?? {})] ?? {}).includes('Ids'),
    cookieWrites: permission !== null && route.method !== 'GET',
  }
  const responses = Object.entries(route.responses).map(([code, response]) => {
    const status = Number(code)
    const answer = status < 400 ? toSuccess(status, response) : toProblem(status, answering)
    return [code, { ...answer, headers: toHeaders(route, status) }]
  })
  return {
    operationId: name,
    tags: [route.path.split('/')[2] as string],
    summary: route.summary,
    description: [route.description, neededOf(permission)].filter(Boolean).join(' '),
    ...(route.deprecated && { deprecated: true }),
    security: securityOf(permission),
    parameters: [
      ...toParameters('path', route.pathParams),
      ...toParameters('query', route.query),
      ...toParameters('header', route.headers),
    ],
    ...(body && { requestBody: { required: true, content: toContent(body) } }),
    responses: Object.fromEntries(responses),
  }
}
