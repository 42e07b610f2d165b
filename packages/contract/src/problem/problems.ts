/**
 * Every problem of the service: its `code`, HTTP status, title, and what to do about it. The server has a page for each at
 * `/problems/<code>`.
 */
export const problems = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    remedy: 'Each entry of `errors` points to a part of the request and says what is wrong with it.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    remedy: 'Send one JSON value in UTF-8. The detail names the position of the first fault.',
  },
  malformed_form: {
    status: 400,
    title: 'The body is not a form with files',
    remedy: 'Send `multipart/form-data` with the fields that the operation describes. The detail says what is wrong.',
  },
  unusable_ids: {
    status: 400,
    title: 'Some ids cannot be used',
    remedy:
      'The ids at the positions in `errors` do not exist, or you may not use them. Leave them out. Nothing was written.',
  },
  sign_in_off: {
    status: 400,
    title: 'This way of signing in is off',
    remedy:
      'Use another way, such as a key from `media-library key create`. The operator turns the provider on by `OAUTH_ISSUER`, and ' +
      'passwords by `PASSWORD_SIGN_IN`.',
  },
  sign_in_failed: {
    status: 400,
    title: 'The sign-in could not be finished',
    remedy:
      'Begin a new sign-in, and finish it once, within 10 minutes, in the same browser. The detail gives the reason.',
  },
  passkey_refused: {
    status: 400,
    title: 'The passkey was not accepted',
    remedy:
      'Try again, and finish within 5 minutes, in the same browser. A passkey works only at the address at which it was made. ' +
      'Otherwise, sign in another way, and add it again.',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid key is needed',
    remedy:
      'Send a key in the header `x-api-key`, `Authorization: Bearer` or `x-immich-user-token`. `media-library key create` creates one. ' +
      'Or sign in and send the session.',
  },
  wrong_password: {
    status: 401,
    title: 'The e-mail address or the password is wrong',
    remedy: 'Check both. An administrator can invite you again, with a link by which you choose another password.',
  },
  password_needed: {
    status: 401,
    title: 'The link needs its password',
    remedy: 'Open the link by getMySharedLink with `password`, and send the cookie or the `token` that it returns.',
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
  set_up_code_needed: {
    status: 403,
    title: 'The first account needs a code',
    remedy:
      'Open the link that `media-library serve` printed when it started, or send its code in the header `x-set-up-code`. ' +
      'A restart prints a new one. `media-library user add` needs none.',
  },
  cross_origin: {
    status: 403,
    title: 'The request came from another site',
    remedy:
      'With a session cookie, only pages of the same origin may change anything. Other clients send `Authorization: Bearer`.',
  },
  not_found: {
    status: 404,
    title: 'Nothing was found',
    remedy: 'Check the path and the id in it. Something that you may not see gets the same answer.',
  },
  not_generated: {
    status: 404,
    title: 'The thumbnail does not exist yet',
    remedy:
      'With the header `Retry-After`, its job is queued or running: try again after those seconds. Without it, getAssetJobs ' +
      'says why there is none, and runAssetJobs with `regenerate-thumbnail` tries again.',
  },
  offline: {
    status: 404,
    title: 'The file is missing',
    remedy: 'Its disk may be disconnected, or the file was moved. Put it back, or import its folder again.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not take this method',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  not_acceptable: {
    status: 406,
    title: 'Only JSON is available',
    remedy: 'Include `application/json` in the header `Accept`, or leave the header out.',
  },
  request_timeout: {
    status: 408,
    title: 'The request arrived too slowly',
    remedy: 'Send the whole request faster. On a slow connection, split it into smaller requests.',
  },
  still_running: {
    status: 409,
    title: 'An earlier request is still running',
    remedy:
      'Try again after the seconds in the header `Retry-After`, with the same `Idempotency-Key`. A resumable ' +
      'upload continues at the offset that HEAD then returns.',
  },
  name_taken: {
    status: 409,
    title: 'The name is already in use',
    remedy: 'Use the existing one, which getAllTags lists, or choose another name.',
  },
  user_exists: {
    status: 409,
    title: 'There is already such a user',
    remedy: 'Use another e-mail address or storage label. renewInvitation invites an existing user again.',
  },
  last_administrator: {
    status: 409,
    title: 'This is the last administrator',
    remedy: 'Make another user an administrator first.',
  },
  limit_reached: {
    status: 409,
    title: 'You have reached a limit',
    remedy:
      'A user may have 10,000 albums, 100,000 tags, 1,000 API keys, 1,000 links and 10 passkeys. Use an existing one, or delete one.',
  },
  wrong_offset: {
    status: 409,
    title: 'The Upload-Offset does not match',
    remedy: 'Read the `Upload-Offset` of the upload by HEAD, and continue from that byte.',
  },
  precondition_failed: {
    status: 412,
    title: 'A precondition of the request failed',
    remedy:
      'The file has changed: repeat the request without `If-Match` and `If-Unmodified-Since`. A resumable upload needs ' +
      '`Tus-Resumable: 1.0.0`.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: 'Split the request into smaller ones.',
  },
  quota_exceeded: {
    status: 413,
    title: 'Your quota is used up',
    remedy: 'Ask the operator for more: `media-library user set-quota` changes it. Imported folders do not count.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is not marked as JSON',
    remedy:
      'Send JSON in UTF-8 with the header `Content-Type: application/json`. A file is uploaded as `multipart/form-data`.',
  },
  not_media: {
    status: 415,
    title: 'The file is not a photo, video or sound',
    remedy: 'The content of a file decides, whatever its name says. Upload another file.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file does not have these bytes',
    remedy: '`Content-Range` says how many bytes the file has. Request some of them, or leave `Range` out.',
  },
  key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    remedy: 'Use a new `Idempotency-Key` for a new request. A repeated request needs the same body.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Try again after the seconds in the header `Retry-After`. `RateLimit` says how many requests are left.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Send fewer or shorter headers, and a shorter path.',
  },
  internal_error: {
    status: 500,
    title: 'The server failed',
    remedy: 'This is a fault of the server. Tell its operator the `instance`, which identifies the entry in the log.',
  },
  not_implemented: {
    status: 501,
    title: 'The server does not support this',
    remedy:
      'Send the body with `Transfer-Encoding: chunked` only; a compressed body needs `Content-Encoding`. Of the extensions of tus, an OPTIONS request lists those that there are.',
  },
  unavailable: {
    status: 503,
    title: 'The service cannot answer now',
    remedy: 'Try again after the seconds in the header `Retry-After`.',
  },
  storage_full: {
    status: 507,
    title: 'The disk of the service is full',
    remedy: 'Tell the operator to free some space, or to lower UPLOAD_RESERVE. Nothing was stored. Try again later.',
  },
} as const

/** The stable code of a problem. */
export type ProblemCode = keyof typeof problems

/** The status of each problem, by its code. */
export type ProblemStatuses = { [Code in ProblemCode]: (typeof problems)[Code]['status'] }
