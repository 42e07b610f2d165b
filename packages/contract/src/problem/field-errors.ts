import type * as z from 'zod'
import type { FieldError } from './problem.js'

const notValid = { code: 'invalid_value', detail: 'is not valid' }

/** The issues that a schema found; null when it found none. */
type Faults = { issues: readonly unknown[] } | null

/** The issues of each part of a request: a `RequestValidationError` of ts-rest. */
export interface RequestFaults {
  pathParams: Faults
  headers: Faults
  query: Faults
  body: Faults
}

/** The parts of a request as they were sent: a `Request` of Express. */
export interface RequestParts {
  params: unknown
  headers: unknown
  query: unknown
  body: unknown
}

/** Lists every part of a request that the contract refuses, with JSON pointers (RFC 6901). */
export function listFieldErrors(faults: RequestFaults, request: RequestParts): FieldError[] {
  return [
    ...toFieldErrors('/path', toIssues(faults.pathParams), request.params),
    ...toFieldErrors('/header', toIssues(faults.headers), request.headers),
    ...toFieldErrors('/query', toIssues(faults.query), request.query),
    ...toFieldErrors('', toIssues(faults.body), request.body),
  ]
}

/** Returns the issues as those of zod: ts-rest supports any schema library, and the contract uses zod. */
function toIssues(faults: Faults) {
  return (faults?.issues ?? []) as z.core.$ZodIssue[]
}

/**
 * Lists the faults that a schema of the contract found in `input`. `input` tells a missing value from one of a wrong
 * type. `prefix` precedes the pointers: it is empty for a body, and otherwise `/path`, `/query` or `/header`.
 */
export function toFieldErrors(prefix: string, issues: readonly z.core.$ZodIssue[], input: unknown): FieldError[] {
  // No parameter of a path can be missing, because the path would not match.
  const isMissing = (path: PropertyKey[]) => prefix !== '/path' && isMissingIn(input, path)
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          pointer: toPointer(prefix, [...issue.path, key]),
          code: 'unknown_property',
          detail: 'is not a property of this request',
        }))
      : [{ pointer: toPointer(prefix, issue.path), ...explain(issue, isMissing(issue.path)) }],
  )
}

function isMissingIn(input: unknown, path: PropertyKey[]) {
  return (
    path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input) ===
    undefined
  )
}

function toPointer(prefix: string, path: PropertyKey[]) {
  return [prefix, ...path.map(escapePart)].join('/')
}

function escapePart(part: PropertyKey) {
  return String(part).replaceAll('~', '~0').replaceAll('/', '~1')
}

const formats: Record<string, Omit<FieldError, 'pointer'>> = {
  guid: { code: 'invalid_id', detail: 'must be a UUID' },
  email: { code: 'invalid_value', detail: 'must be an e-mail address' },
}

function explain(issue: z.core.$ZodIssue, isMissing: boolean): Omit<FieldError, 'pointer'> {
  if (isMissing) return { code: 'required', detail: 'is missing' }
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'wrong_type', detail: `must be of type ${issue.expected}` }
    case 'invalid_value':
      return { code: 'invalid_value', detail: `must be one of ${issue.values.join(', ')}` }
    case 'too_big':
      return issue.origin === 'array'
        ? { code: 'too_many', detail: `must have at most ${issue.maximum} entries` }
        : { code: 'too_big', detail: `must be at most ${measure(issue.maximum, issue.origin)}` }
    case 'too_small':
      return { code: 'too_small', detail: `must be at least ${measure(issue.minimum, issue.origin)}` }
    case 'invalid_format':
      return formats[issue.format] ?? { code: 'invalid_value', detail: `must be a ${issue.format}` }
    case 'invalid_union':
      return explain(issue.errors.at(-1)?.[0] ?? { ...issue, code: 'custom', params: notValid }, false)
    case 'custom':
      return issue.params as { code: string; detail: string }
    default:
      return notValid
  }
}

function measure(limit: number | bigint, origin: string) {
  return origin === 'string' ? `${limit} characters long` : limit
}
