import type { AppRoute } from '@ts-rest/core'
import { served } from '../served.js'
import { type Operation, toOperation } from './operation.js'
import { problemExamples } from './problem-examples.js'
import { responseHeaders } from './response-headers.js'
import { type JsonSchema, namedSchemas, pickNeeded } from './schemas.js'
import { securitySchemes } from './security.js'

export { exampleOf } from '../schemas/example.js'
export { listResponseHeaders } from './response-headers.js'
export { namedSchemas } from './schemas.js'
export type { JsonSchema, Operation }

/** What the first part of a path below `/api` is about. */
const tags: Record<string, string> = {
  album: 'Assets under a name, shared with other users.',
  auth: 'The session of the caller.',
  asset: 'Images, videos, sounds and other files of a user.',
  download: 'Originals, to be saved.',
  events: 'What changes, while it happens.',
  oauth: 'How users sign in.',
  'server-info': 'What the service is, and what it can do.',
  tag: 'Labels on assets.',
  user: 'Whom albums can be shared with.',
}

const description = `Keeps images, videos and sounds of its users.

Every answer of status 400 and above is a problem (RFC 9457) with a stable \`code\`; its \`type\` is a page of this server. A
path that does not exist is answered with 404, a method that a path does not take with 405 and the header \`Allow\`. Unknown
properties are refused by name. Ids are UUIDs in either case, and a list of ids is a set. Times are UTC with milliseconds.`

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; [field: string]: unknown }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; [kind: string]: Record<string, unknown> }
  [field: string]: unknown
}

/** Describes the whole API. `version` is that of the contract's package. */
export function createOpenApi({ version }: { version: string }): OpenApi {
  const paths = toPaths()
  const operations = listOperations(paths)
  const used = new Set(operations.flatMap((operation) => operation.tags))
  const headers = pick(responseHeaders, namesOf(operations, 'headers'))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Media library',
      version,
      summary: 'Albums, tags and jobs over photos, videos and sounds.',
      description,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that serves this document.' }],
    tags: [...used].sort().map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      securitySchemes,
      schemas: pickNeeded(paths, namedSchemas()),
      headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, toHeader(header)])),
      examples: pick(problemExamples, namesOf(operations, 'examples')),
    },
  }
}

function toPaths(): OpenApi['paths'] {
  const paths: OpenApi['paths'] = {}
  for (const [name, route] of Object.entries<AppRoute>(served)) {
    const path = route.path.replaceAll(/:([^/]+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(name, route) }
  }
  return paths
}

function listOperations(paths: OpenApi['paths']): Operation[] {
  return Object.values(paths).flatMap(Object.values)
}

function pick<Value>(values: Record<string, Value>, names: Set<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

function namesOf(operations: Operation[], field: 'headers' | 'examples'): Set<string> {
  return new Set(
    [...JSON.stringify(operations).matchAll(/#\/components\/(\w+)\/([^"]+)/g)].flatMap(([, kind, name]) =>
      kind === field && name ? [name] : [],
    ),
  )
}

function toHeader({ description, schema, example }: (typeof responseHeaders)[string]) {
  return {
    description,
    schema,
    example,
  }
}
