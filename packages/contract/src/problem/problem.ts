import * as z from 'zod'
import type { Fields, NamedObject } from '../route/named-object.js'
import { type ProblemCode, problems } from './problems.js'

const fieldError = z
  .object({
    pointer: z.string().describe('A JSON pointer (RFC 6901) into the body, or `/path/…`, `/query/…` or `/header/…`.'),
    code: z.string().describe('A stable code for programs.'),
    detail: z.string().describe('For people.'),
  })
  .describe('A fault of one part of the request.')
export interface FieldError extends Fields<typeof fieldError> {}
export interface FieldErrorSchema extends NamedObject<typeof fieldError, FieldError> {}
export const FieldError: FieldErrorSchema = fieldError

const problem = z
  .object({
    type: z.string().describe('A page of the server that explains the problem.'),
    title: z.string().describe('The kind of the problem in a few words; the same for each `code`.'),
    status: z.int().describe('The HTTP status.'),
    detail: z.string().describe('What is wrong with this request, and what to do; for people.'),
    instance: z.string().describe('The request id, as `urn:uuid:…`.'),
    code: z
      .enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]])
      .describe('The stable code by which programs decide.'),
    errors: z.array(FieldError).optional().describe('The faults of the request; the first 100 of them.'),
    errorCount: z.int().optional().describe('The total number of errors; `errors` has at most the first 100.'),
    message: z.string().describe('The same as `detail`, where programs for Immich look for it.'),
    error: z.string().describe('The same as `title`, where programs for Immich look for it.'),
    statusCode: z.int().describe('The same as `status`, where programs for Immich look for it.'),
  })
  .describe(
    'A problem (RFC 9457): the body of every answer with a status of 400 or above, as `application/problem+json`.',
  )
export interface Problem extends Fields<typeof problem> {}
export interface ProblemSchema extends NamedObject<typeof problem, Problem> {}
export const Problem: ProblemSchema = problem

/** How many field errors a problem lists; `errorCount` is the total. */
const SHOWN_ERRORS = 100

/** Creates the document of a problem. */
export function toProblem(
  code: ProblemCode,
  { detail, instance, errors, errorCount = errors?.length }: ProblemParticulars,
): Problem {
  const { title, status } = problems[code]
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail,
    instance,
    code,
    ...(errors && { errors: errors.slice(0, SHOWN_ERRORS), errorCount }),
    message: detail,
    error: title,
    statusCode: status,
  }
}

/** What distinguishes one problem of a code from another. */
export interface ProblemParticulars {
  detail: string
  instance: string
  errors?: FieldError[] | undefined
  /** The number of all errors, if they are not all listed. */
  errorCount?: number | undefined
}
