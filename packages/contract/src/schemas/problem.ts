import * as z from 'zod'

/**
 * Every problem the service answers with: its `code`, HTTP status, title, and what to do about it.
 * The server has a page for each at `/problems/<code>`.
 */
export const problems = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    remedy: 'Each entry of `errors` points at a part of the request and says what is wrong with it.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    remedy: 'Send one JSON value in UTF-8. The detail says where reading stopped.',
  },
  unusable_ids: {
    status: 400,
    title: 'Some ids cannot be used',
    remedy:
      'The ids at the positions in `errors` are unknown or not yours to use. Leave them out; nothing was written.',
  },
  sign_in_off: {
    status: 400,
    title: 'Sign-in by a provider is off',
    remedy: 'Use a key of `media-library key create`, or ask the operator to set `OAUTH_ISSUER`.',
  },
  sign_in_failed: {
    status: 400,
    title: 'The sign-in could not be finished',
    remedy: 'Begin again, and finish within 10 minutes, once, in the same browser. The detail says what did not fit.',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid key is needed',
    remedy:
      'Send a key in the header `x-api-key`, or in `Authorization: Bearer`. `media-library key create` makes one. ' +
      'Or sign in, and send the session.',
  },
  forbidden: {
    status: 403,
    title: 'You may not do this',
    remedy: 'Ask the owner to do it, or use a key whose scopes include the permission in the detail.',
  },
  sign_in_refused: {
    status: 403,
    title: 'The provider knows you, but you have no account here',
    remedy: 'Ask the operator for an account with the e-mail address that the provider has verified.',
  },
  cross_origin: {
    status: 403,
    title: 'The request came from another site',
    remedy:
      'A session cookie changes something only for pages of the same origin. Others send `Authorization: Bearer`.',
  },
  not_found: {
    status: 404,
    title: 'There is no such thing',
    remedy: 'Check the path and the id in it. What you may not see is answered in the same way.',
  },
  not_generated: {
    status: 404,
    title: 'The picture does not exist yet',
    remedy:
      'With a `Retry-After`, its job waits or runs: try again then. Without one, nobody makes it: getAssetJobs says why, ' +
      'and runAssetJobs with `regenerate-thumbnail` tries again.',
  },
  offline: {
    status: 404,
    title: 'The file is not where it was',
    remedy: 'Its disk may be unplugged, or it was moved. Put it back, or import its folder again.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not take this method',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  not_acceptable: {
    status: 406,
    title: 'Only JSON can be had',
    remedy: 'Let the header `Accept` include `application/json`, or leave it out.',
  },
  request_timeout: {
    status: 408,
    title: 'The request came too slowly',
    remedy: 'Send the whole request sooner; a slow connection may send less at a time.',
  },
  still_running: {
    status: 409,
    title: 'The first request with this key still runs',
    remedy: 'Try again after the seconds in the header `Retry-After`, with the same `Idempotency-Key`.',
  },
  precondition_failed: {
    status: 412,
    title: 'The file is another one now',
    remedy: 'Ask again without `If-Match` and `If-Unmodified-Since`.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: 'Send less at a time.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is not marked as JSON',
    remedy: 'Send JSON in UTF-8 with the header `Content-Type: application/json`.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file has no such bytes',
    remedy: '`Content-Range` says how many bytes the file has. Ask for some of them, or leave `Range` out.',
  },
  key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    remedy: 'Use a new `Idempotency-Key` for a new request; repeat a request with the same body.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Try again after the seconds in the header `Retry-After`. `RateLimit` says how many are left.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Send fewer or shorter headers, and a shorter path.',
  },
  internal_error: {
    status: 500,
    title: 'The server failed',
    remedy: "This is the server's fault. Tell its operator the `instance`; the log says more.",
  },
  not_implemented: {
    status: 501,
    title: 'The transfer coding is not known',
    remedy: 'Send the body with `Transfer-Encoding: chunked` alone. A compressed one has `Content-Encoding`.',
  },
  unavailable: {
    status: 503,
    title: 'The service cannot answer now',
    remedy: 'Try again after the seconds in the header `Retry-After`.',
  },
} as const

/** Stable, for programs. */
export type ProblemCode = keyof typeof problems

export const FieldError = z
  .object({
    pointer: z.string().describe('RFC 6901 pointer into the body; `/path/…`, `/query/…` or `/header/…` outside of it.'),
    code: z.string().describe('Stable, for programs.'),
    detail: z.string().describe('For people.'),
  })
  .describe('What is wrong with one part of a request.')
export type FieldError = z.infer<typeof FieldError>

export const Problem = z
  .object({
    type: z.string().describe('A page of the server that explains the problem.'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().describe('The request id, as `urn:uuid:…`.'),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
    errors: z.array(FieldError).optional().describe('The first 100.'),
    errorCount: z.int().optional().describe('How many errors there are in all.'),
  })
  .describe('RFC 9457: the body of every answer of status 400 and above, as `application/problem+json`.')
export type Problem = z.infer<typeof Problem>
