import type { FieldError, Problem } from '../schemas/problem.js'
import { type ProblemCode, problems } from '../schemas/problems.js'

const id = '0190f3d2-6d5c-7a1e-9c3b-2f6a8d4e1b70'

/** Example details of the codes with field errors. The detail of any other code is its remedy. */
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

/** The properties of a route that decide which codes it can answer. */
export interface Answering {
  path: string
  body: boolean
  /** Whether the body is a form with files. */
  upload: boolean
  /** Whether the body contains lists of ids. */
  ids: boolean
  /** Whether the route changes something and accepts a browser's cookie. */
  cookieWrites: boolean
}

/** The conditions under which a route can answer a code. Other codes depend only on the status. */
const conditions: Partial<Record<ProblemCode, (route: Answering) => boolean>> = {
  malformed_json: ({ body, upload }) => body && !upload,
  malformed_form: ({ upload }) => upload,
  quota_exceeded: ({ upload }) => upload,
  not_media: ({ upload }) => upload,
  unusable_ids: ({ ids }) => ids,
  still_running: ({ path }) => !path.includes('/tag'),
  name_taken: ({ path }) => path.includes('/tag'),
  limit_reached: ({ path }) => /\/(album|tag)$/.test(path),
  sign_in_off: ({ path }) => path.endsWith('/oauth/authorize') || path.endsWith('/oauth/callback'),
  sign_in_failed: ({ path }) => path.endsWith('/oauth/callback'),
  sign_in_refused: ({ path }) => path.endsWith('/oauth/callback'),
  cross_origin: ({ cookieWrites }) => cookieWrites,
  not_generated: ({ path }) => /\/asset\/(thumbnail|file)\//.test(path),
  offline: ({ path }) => /\/(asset\/file|download\/asset)\//.test(path),
  forbidden: ({ path }) => !path.endsWith('/oauth/callback'),
}

/** Lists the codes that a status of a route can have. */
export function codesOf(status: number, route: Answering): ProblemCode[] {
  return codes.filter((code) => problems[code].status === status && (conditions[code]?.(route) ?? true))
}

function toExample(code: ProblemCode): { summary: string; value: Problem } {
  const { status, title, remedy } = problems[code]
  const { detail = remedy, errors } = particulars[code] ?? {}
  const instance = 'urn:uuid:7c3f6fd4-9d1c-4c39-9c0b-6f0a4c4f8a52'
  return {
    summary: title,
    value: {
      type: `/problems/${code}`,
      title,
      status,
      detail,
      instance,
      code,
      ...(errors && { errors, errorCount: errors.length }),
    },
  }
}
