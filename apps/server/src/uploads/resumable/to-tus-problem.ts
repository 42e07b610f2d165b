import type { ProblemCode } from '@media-library/contract'
import { ProblemError } from '../../errors.js'

/** The answer of the tus library to a failure. */
interface Refusal {
  status: number
  text: string
}

const codes: Record<number, ProblemCode> = {
  404: 'not_found',
  409: 'wrong_offset',
  410: 'not_found',
  413: 'payload_too_large',
  501: 'not_implemented',
}

/** The headers that the library names when they are wrong or missing. */
const HEADERS = /\b(upload-[a-z-]+|content-type)\b/gi

/** Converts an error of the tus library to a problem. Problems of our own, and unexpected errors, stay as they are. */
export function toTusProblem(failure: unknown, { status, text }: Refusal): unknown {
  if (failure instanceof Error) return failure
  const detail = text.trim().replace(/\.?$/, '.')
  // The protocol wants this status for another version, too.
  const code = /tus-resumable/i.test(text) ? 'precondition_failed' : codes[status]
  if (code) return new ProblemError(code, detail)
  if (status >= 500) return new Error(detail)
  const names = new Set(Array.from(text.matchAll(HEADERS), ([header]) => header.toLowerCase()))
  const errors = [...names].map((header) => ({
    pointer: `/header/${header}`,
    code: 'invalid_value' as const,
    detail: 'is missing or invalid',
  }))
  return new ProblemError('invalid_request', detail, errors.length > 0 ? { errors } : {})
}
