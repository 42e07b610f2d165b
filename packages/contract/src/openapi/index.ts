import type { AppRoute } from '@ts-rest/core'
import { api } from '../api.js'
import { type Operation, toOperation } from './operation.js'
import { problemExamples } from './problem-examples.js'
import { responseHeaders } from './response-headers.js'
import { exampleNamed, type JsonSchema, listReferences, namedSchemas, pickNeeded } from './schemas.js'
import { securitySchemes } from './security.js'

export { requireExample } from '../route/example.js'
export { listResponseHeaders } from './response-headers.js'
export { namedSchemas } from './schemas.js'
export type { JsonSchema, Operation }

/** The description of each tag, by the first segment of its paths below `/api`. */
const tags: Record<string, string> = {
  album: 'Assets under a name, shared with other users.',
  'api-key': 'Keys with which programs call the service for their user.',
  audit: 'What was deleted, for programs that synchronise.',
  auth: 'How users sign in with a password or a passkey, and their sessions.',
  asset: 'Images, videos, sounds and other files of a user.',
  download: 'Downloads of originals, one by one or in archives.',
  events: 'Changes, as they happen.',
  face: 'The faces in assets, and whom they show.',
  invitation: 'Links with which administrators invite people.',
  oauth: 'How users sign in.',
  partner: 'People who would share all of their assets; there are none.',
  person: 'People whom files and exports name.',
  search: 'Assets by what is known of them.',
  'server-info': 'The version, the features and the state of the service.',
  'shared-link': 'Links by which people without an account see pictures.',
  tag: 'Labels on assets.',
  user: 'Users with whom albums can be shared, and how administrators manage them.',
  trash: 'Deleted assets, until they are restored or deleted for good.',
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
  const responses = shareResponses(paths)
  const parameters = shareParameters(paths)
  const operations = listOperations(paths)
  const used = new Set(operations.flatMap((operation) => operation.tags))
  const headers = pick(responseHeaders, listNames({ operations, responses }, 'headers'))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Media library',
      version,
      summary: 'Albums, tags and jobs for photos, videos and sounds.',
      description,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that serves this document.' }],
    tags: [...used].sort().map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      securitySchemes,
      responses,
      parameters,
      schemas: Object.fromEntries(
        Object.entries(pickNeeded({ paths, responses, parameters }, namedSchemas())).map(withExample),
      ),
      headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, toHeader(header)])),
      examples: pick(problemExamples, listNames(responses, 'examples')),
    },
  }
}

/** Adds its example to a schema, so that every body with the schema has it. */
function withExample([name, schema]: [string, JsonSchema]): [string, JsonSchema] {
  const example = exampleNamed(name)
  return [name, example === undefined ? schema : ({ ...schema, examples: [example] } as JsonSchema)]
}

function toPaths(): OpenApi['paths'] {
  const paths: OpenApi['paths'] = {}
  for (const [name, route] of Object.entries<AppRoute>(api)) {
    const path = route.path.replaceAll(/:([^/]+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(name, route) }
  }
  return paths
}

/** The names of shared responses without a schema, by their status. */
const unnamed: Record<string, string> = { 200: 'file', 204: 'done', 206: 'part', 302: 'elsewhere', 304: 'unchanged' }

/**
 * Replaces each response that several operations give, and each problem, by a reference. Returns these responses: a
 * problem is named by its codes, any other by its schema or status.
 */
function shareResponses(paths: OpenApi['paths']): Record<string, object> {
  const operations = listOperations(paths)
  const isShared = isRepeated(operations.flatMap(({ responses }) => Object.values(responses)))
  const shared = createShared('responses')
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const codes = String(response['description']).replaceAll('`', '').replaceAll(' or ', '.')
      if (Number(status) >= 400) responses[status] = shared.refer(codes, response)
      else if (isShared(response)) {
        responses[status] = shared.refer(listReferences(response)[0] ?? unnamed[status] ?? status, response)
      }
    }
  }
  return shared.components()
}

/** Replaces each parameter that several operations take by a reference. Returns these parameters. */
function shareParameters(paths: OpenApi['paths']): Record<string, object> {
  const operations = listOperations(paths)
  const isShared = isRepeated(operations.flatMap(({ parameters }) => parameters))
  const shared = createShared('parameters')
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((parameter) =>
      isShared(parameter) ? shared.refer(String(parameter['name']), parameter) : parameter,
    )
  }
  return shared.components()
}

/** Returns a function that tells whether a part occurs more than once among `parts`. */
function isRepeated(parts: object[]): (part: object) => boolean {
  const texts = parts.map((part) => JSON.stringify(part))
  return (part) => {
    const text = JSON.stringify(part)
    return texts.indexOf(text) !== texts.lastIndexOf(text)
  }
}

/**
 * Collects components for references. A component that differs from the first of its name gets a number, such as
 * `invalid_request.2`.
 */
function createShared(kind: 'responses' | 'parameters') {
  const names = new Map<string, string>()
  return {
    refer: (name: string, component: object) => {
      const text = JSON.stringify(component)
      const same = [...names.values()].filter((other) => other.replace(/\.\d+$/, '') === name)
      const own = names.get(text) ?? (same.length === 0 ? name : `${name}.${same.length + 1}`)
      names.set(text, own)
      return { $ref: `#/components/${kind}/${own}` }
    },
    components: () => Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text)])),
  }
}

function listOperations(paths: OpenApi['paths']): Operation[] {
  return Object.values(paths).flatMap(Object.values)
}

function pick<Value>(values: Record<string, Value>, names: Set<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

function listNames(part: object, field: 'headers' | 'examples'): Set<string> {
  return new Set(
    [...JSON.stringify(part).matchAll(/#\/components\/(\w+)\/([^"]+)/g)].flatMap(([, kind, name]) =>
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
