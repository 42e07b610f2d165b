import { isDeepStrictEqual } from 'node:util'

export type Json = Record<string, unknown>

/**
 * The writer of a value: the values that a caller may send must not shrink, and those that a caller must understand
 * must not grow.
 */
export type Direction = 'request' | 'answer'

export function toObject(value: unknown): Json {
  return (value ?? {}) as Json
}

/** Follows a reference within a document. */
export function resolve(document: Json, value: unknown): Json {
  const { $ref, ...others } = toObject(value)
  if (typeof $ref !== 'string') return others
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => toObject(part)[key], document)
  return { ...toObject(target), ...others }
}

/** Lists what in the schema of a document breaks its callers, compared with an earlier one, a line each. */
export function listSchemaBreaks(
  documents: { before: Json; after: Json },
  schemas: { before: unknown; after: unknown },
  direction: Direction,
  path: string,
  seen: Set<string> = new Set(),
): string[] {
  const turn = JSON.stringify(schemas)
  if (seen.has(turn)) return []
  seen.add(turn)
  const before = resolve(documents.before, schemas.before)
  const after = resolve(documents.after, schemas.after)
  const deeper = (key: string, pair: { before: unknown; after: unknown }) =>
    listSchemaBreaks(documents, pair, direction, `${path}/${key}`, seen)
  const properties = Object.entries(toObject(after['properties'])).flatMap(([name, schema]) => {
    const old = toObject(before['properties'])[name]
    return old === undefined ? [] : deeper(name, { before: old, after: schema })
  })
  const items = before['items'] && after['items'] ? deeper('*', { before: before['items'], after: after['items'] }) : []
  const changes = [...listOwnChanges(before, after, direction), ...listPropertyChanges(before, after, direction)]
  return [...changes.map((change) => `${path}: ${change}`), ...properties, ...items]
}

/**
 * Lists the changes of the JSON type itself. A number is accepted where an integer was expected, but not the reverse.
 */
function listOwnChanges(before: Json, after: Json, direction: Direction): string[] {
  const [narrow, wide] = direction === 'request' ? [before, after] : [after, before]
  const types = shrinks(listTypes(narrow), listTypes(wide)) ? ['another type'] : []
  if (before['format'] !== after['format']) types.push('another format')
  if (direction === 'answer') return types
  const values = shrinks(toList(before['enum']), toList(after['enum'])) ? ['fewer values'] : []
  const bounds = listBounds(before, after).map((bound) => `a tighter ${bound}`)
  const pattern = isDeepStrictEqual(before['pattern'], after['pattern']) ? [] : ['another pattern']
  return [...types, ...values, ...bounds, ...pattern]
}

/** Returns the JSON types of a schema, or of its alternatives; empty when it allows all. */
function listTypes({ type, anyOf }: Json): unknown[] {
  const alternatives = toList(anyOf).map((alternative) => listTypes(toObject(alternative)))
  return type === undefined && alternatives.every(({ length }) => length > 0) ? alternatives.flat() : toList(type)
}

/** Whether a value that was allowed is no longer allowed; an empty list allows all. */
function shrinks(before: unknown[], after: unknown[]) {
  return after.length > 0 && (before.length === 0 || !isWithin(before, after))
}

function isWithin(few: unknown[], many: unknown[]) {
  return few.every((value) => many.includes(value))
}

function toList(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat()
}

function listBounds(before: Json, after: Json): string[] {
  return [
    ...['maxItems', 'maxLength', 'maximum'].filter(
      (bound) => Number(after[bound] ?? Infinity) < Number(before[bound] ?? Infinity),
    ),
    ...['minItems', 'minLength', 'minimum'].filter(
      (bound) => Number(after[bound] ?? -Infinity) > Number(before[bound] ?? -Infinity),
    ),
  ]
}

function listPropertyChanges(before: Json, after: Json, direction: Direction): string[] {
  const known = Object.keys(toObject(before['properties']))
  const gone = known.filter((name) => !(name in toObject(after['properties'])))
  const required = [toList(before['required']), toList(after['required'])] as const
  const [fewer, more] = direction === 'request' ? required : [required[1], required[0]]
  const word = direction === 'request' ? 'is required now' : 'may be missing now'
  return [
    ...gone.map((name) => `${name} is gone`),
    ...more.filter((name) => !fewer.includes(name) && !gone.includes(String(name))).map((name) => `${name} ${word}`),
  ]
}
