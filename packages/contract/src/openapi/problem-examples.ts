import { type FieldError, type Problem, toProblem } from '../problem/problem.js'
import { type ProblemCode, problems } from '../problem/problems.js'
import type { RouteMetadata } from '../route/metadata.js'

const id = '0190f3d2-6d5c-7a1e-9c3b-2f6a8d4e1b70'

/** Example details of the codes that have field errors. The example of any other code has its remedy as the detail. */
const particulars: Partial<Record<ProblemCode, { detail: string; errors: FieldError[] }>> = {
  invalid_request: {
    detail: '/path/id must be a UUID.',
    errors: [{ pointer: '/path/id', code: 'invalid_id', detail: 'must be a UUID' }],
  },
  unusable_ids: {
    detail: 'One position holds an id that you may not use. Nothing was written.',
    errors: [{ pointer: '/assetIds/3', code: 'unusable_id', detail: `There is no ${id} that you may use.` }],
  },
}

const codes = Object.keys(problems) as ProblemCode[]

/** An example of each code. */
export const problemExamples = Object.fromEntries(codes.map((code) => [code, toExample(code)]))

/** The problems that a route answers only where its metadata names them. */
const particular = new Set<ProblemCode>([
  ...(['malformed_form', 'quota_exceeded', 'not_media', 'unusable_ids'] as const),
  ...(['still_running', 'name_taken', 'limit_reached', 'not_generated', 'offline', 'wrong_offset'] as const),
  ...([
    'sign_in_off',
    'sign_in_failed',
    'sign_in_refused',
    'wrong_password',
    'set_up_code_needed',
    'passkey_refused',
  ] as const),
  ...(['user_exists', 'last_administrator'] as const),
])

/** The properties of a route that decide which problems it answers besides those of its status codes. */
export interface Answering {
  metadata: RouteMetadata
  /** Whether the route reads a body. */
  takesBody: boolean
  /** Whether the route changes something. */
  writes: boolean
}

/** The conditions of problems that many routes answer. Others depend only on the status. */
const conditions: Partial<Record<ProblemCode, (route: Answering) => boolean>> = {
  malformed_json: ({ takesBody, metadata }) => takesBody && !metadata.isUpload,
  cross_origin: ({ writes, metadata }) => writes && metadata.permission !== null,
  unauthenticated: ({ metadata }) => metadata.permission !== null,
  forbidden: ({ metadata }) => metadata.permission !== null || (metadata.problems?.includes('forbidden') ?? false),
  password_needed: ({ metadata }) => metadata.visitor !== undefined,
}

/** Lists the codes that a status of a route can have. */
export function listCodes(status: number, route: Answering): ProblemCode[] {
  const answers = (code: ProblemCode) =>
    particular.has(code) ? route.metadata.problems?.includes(code) : (conditions[code]?.(route) ?? true)
  return codes.filter((code) => problems[code].status === status && answers(code))
}

function toExample(code: ProblemCode): { summary: string; value: Problem } {
  const { title, remedy } = problems[code]
  const { detail = remedy, errors } = particulars[code] ?? {}
  const instance = 'urn:uuid:7c3f6fd4-9d1c-4c39-9c0b-6f0a4c4f8a52'
  return { summary: title, value: toProblem(code, { detail, instance, errors }) }
}
