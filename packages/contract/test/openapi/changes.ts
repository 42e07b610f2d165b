import { listAccessBreaks } from './access-changes.js'
import { type Json, listSchemaBreaks, resolve, toObject } from './schema-changes.js'

interface Documents {
  before: Json
  after: Json
}

/**
 * Lists what in a description of the API breaks the callers of an earlier one, a line each. Additions break no caller.
 */
export function listBreaks(before: Json, after: Json): string[] {
  const present = listOperations(after)
  return [...listOperations(before)].flatMap(([where, operation]) => {
    const now = present.get(where)
    return now ? listOperationBreaks({ before, after }, operation, now, where) : [`${where} is gone`]
  })
}

function listOperations(document: Json): Map<string, Json> {
  return new Map(
    Object.entries(toObject(document['paths'])).flatMap(([path, methods]) =>
      Object.entries(toObject(methods)).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        toObject(operation),
      ]),
    ),
  )
}

function listOperationBreaks(documents: Documents, before: Json, after: Json, where: string): string[] {
  const renamed = before['operationId'] === after['operationId'] ? [] : [`${where}: it has another operationId`]
  const access = listAccessBreaks(before['security'], after['security']).map((line) => `${where}: ${line}`)
  const body = { before: before['requestBody'], after: after['requestBody'] }
  const demanded = body.after && !body.before ? [`${where}: it needs a body now`] : []
  return [
    ...renamed,
    ...access,
    ...demanded,
    ...listParameterBreaks(documents, before, after, where),
    ...listContentBreaks(documents, body, 'request', `${where} body`),
    ...listAnswerBreaks(documents, before, after, where),
  ]
}

function listParameterBreaks(documents: Documents, before: Json, after: Json, where: string): string[] {
  const old = listParameters(documents.before, before)
  const present = listParameters(documents.after, after)
  const gone = [...old.keys()].filter((name) => !present.has(name)).map((name) => `${where}: ${name} is gone`)
  const changed = [...present].flatMap(([name, parameter]) => {
    const earlier = old.get(name)
    const demanded = parameter['required'] && !earlier?.['required'] ? [`${where}: ${name} is required now`] : []
    if (!earlier) return demanded
    const schemas = { before: earlier['schema'], after: parameter['schema'] }
    return [...demanded, ...listSchemaBreaks(documents, schemas, 'request', `${where} ${name}`)]
  })
  return [...gone, ...changed]
}

function listParameters(document: Json, operation: Json): Map<string, Json> {
  return new Map(
    ((operation['parameters'] ?? []) as Json[])
      .map((parameter) => resolve(document, parameter))
      .map((parameter) => [`${parameter['in']} ${parameter['name']}`, parameter]),
  )
}

function listContentBreaks(
  documents: Documents,
  parts: { before: unknown; after: unknown },
  direction: 'request' | 'answer',
  where: string,
): string[] {
  const [before, after] = [toContent(parts.before), toContent(parts.after)]
  return Object.keys(before).flatMap((type) =>
    type in after
      ? listSchemaBreaks(documents, { before: toSchema(before, type), after: toSchema(after, type) }, direction, where)
      : [`${where}: ${type} is gone`],
  )
}

function toContent(part: unknown): Json {
  return toObject(toObject(part)['content'])
}

function toSchema(content: Json, type: string): unknown {
  return toObject(content[type])['schema']
}

function listAnswerBreaks(documents: Documents, before: Json, after: Json, where: string): string[] {
  return Object.entries(toObject(before['responses'])).flatMap(([status, answer]) => {
    const named = toObject(after['responses'])[status]
    if (!named) return [`${where}: the status ${status} is gone`]
    const [earlier, present] = [resolve(documents.before, answer), resolve(documents.after, named)]
    const headers = toObject(present['headers'])
    const gone = Object.keys(toObject(earlier['headers'])).filter((name) => !(name in headers))
    return [
      ...gone.map((name) => `${where} ${status}: the header ${name} is gone`),
      ...listContentBreaks(documents, { before: earlier, after: present }, 'answer', `${where} ${status}`),
    ]
  })
}
