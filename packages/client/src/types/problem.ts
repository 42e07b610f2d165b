// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** A fault of one part of the request. */
export interface FieldError {
  /** A JSON pointer (RFC 6901) into the body, or `/path/…`, `/query/…` or `/header/…`. */
  pointer: string
  /** A stable code for programs. */
  code: string
  /** For people. */
  detail: string
}

/** A problem (RFC 9457): the body of every answer with a status of 400 or above, as `application/problem+json`. */
export interface Problem {
  /** A page of the server that explains the problem. */
  type: string
  /** What kind of problem it is, in a few words; the same for each `code`. */
  title: string
  /** The HTTP status. */
  status: number
  /** What is wrong with this request, and what to do; for people. */
  detail: string
  /** The request id, as `urn:uuid:…`. */
  instance: string
  /** The stable code by which programs decide. */
  code: ProblemCode
  /** The first 100. */
  errors?: FieldError[] | undefined
  /** The total number of errors; `errors` has at most the first 100. */
  errorCount?: number | undefined
}

/** The stable code of a problem. */
export type ProblemCode =
  | 'invalid_request'
  | 'malformed_json'
  | 'malformed_form'
  | 'unusable_ids'
  | 'sign_in_off'
  | 'sign_in_failed'
  | 'unauthenticated'
  | 'forbidden'
  | 'sign_in_refused'
  | 'cross_origin'
  | 'not_found'
  | 'not_generated'
  | 'offline'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'still_running'
  | 'name_taken'
  | 'limit_reached'
  | 'wrong_offset'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'quota_exceeded'
  | 'unsupported_media_type'
  | 'not_media'
  | 'range_not_satisfiable'
  | 'key_reused'
  | 'too_many_requests'
  | 'headers_too_large'
  | 'internal_error'
  | 'not_implemented'
  | 'unavailable'
  | 'storage_full'

/** The status of each problem, by its code. */
export interface ProblemStatuses {
  /** The request is not valid. Each entry of `errors` points to a part of the request and says what is wrong with it. */
  invalid_request: 400
  /** The body is not JSON. Send one JSON value in UTF-8. The detail names the position of the first fault. */
  malformed_json: 400
  /**
   * The body is not a form with files. Send `multipart/form-data` with the fields that the operation describes. The
   * detail says what is wrong.
   */
  malformed_form: 400
  /**
   * Some ids cannot be used. The ids at the positions in `errors` do not exist, or you may not use them. Leave them
   * out. Nothing was written.
   */
  unusable_ids: 400
  /**
   * Sign-in with a provider is off. Use a key from `media-library key create`, or ask the operator to set
   * `OAUTH_ISSUER`.
   */
  sign_in_off: 400
  /**
   * The sign-in could not be finished. Begin a new sign-in, and finish it once, within 10 minutes, in the same browser.
   * The detail says what was wrong.
   */
  sign_in_failed: 400
  /**
   * A valid key is needed. Send a key in the header `x-api-key`, or in `Authorization: Bearer`. `media-library key
   * create` creates one. Or sign in and send the session.
   */
  unauthenticated: 401
  /** You may not do this. Ask the owner to do it, or use a key whose scopes include the permission in the detail. */
  forbidden: 403
  /**
   * The provider knows you, but you have no account here. Ask the operator for an account with the e-mail address that
   * the provider has verified.
   */
  sign_in_refused: 403
  /**
   * The request came from another site. With a session cookie, only pages of the same origin may change anything. Other
   * clients send `Authorization: Bearer`.
   */
  cross_origin: 403
  /** There is no such thing. Check the path and the id in it. Things that you may not see get the same answer. */
  not_found: 404
  /**
   * The thumbnail does not exist yet. With the header `Retry-After`, its job is queued or running: try again after
   * those seconds. Without it, getAssetJobs says why there is none, and runAssetJobs with `regenerate-thumbnail` tries
   * again.
   */
  not_generated: 404
  /** The file is missing. Its disk may be disconnected, or the file was moved. Put it back, or import its folder again. */
  offline: 404
  /** The path does not take this method. Use one of the methods in the header `Allow`. */
  method_not_allowed: 405
  /** Only JSON is available. Include `application/json` in the header `Accept`, or leave the header out. */
  not_acceptable: 406
  /**
   * The request arrived too slowly. Send the whole request faster. On a slow connection, split it into smaller
   * requests.
   */
  request_timeout: 408
  /**
   * The first request with this key is still running. Try again after the seconds in the header `Retry-After`, with the
   * same `Idempotency-Key`.
   */
  still_running: 409
  /** You have one of this name already. Use the one that there is, which getAllTags lists, or choose another name. */
  name_taken: 409
  /**
   * You have as many as a user may have. A user may have 10,000 albums, 100,000 tags and 1,000 API keys. Use one that
   * there is, or delete one.
   */
  limit_reached: 409
  /** The upload goes on at another byte. Ask for its `Upload-Offset` by HEAD, and send the bytes from there on. */
  wrong_offset: 409
  /**
   * A condition of the request does not hold. The file has changed: repeat the request without `If-Match` and
   * `If-Unmodified-Since`. A resumable upload needs `Tus-Resumable: 1.0.0`.
   */
  precondition_failed: 412
  /** The body is too large. Split the request into smaller ones. */
  payload_too_large: 413
  /**
   * Your quota is used up. Ask the operator for more: `media-library user set-quota` changes it. Imported folders do
   * not count.
   */
  quota_exceeded: 413
  /**
   * The body is not marked as JSON. Send JSON in UTF-8 with the header `Content-Type: application/json`. A file is
   * uploaded as `multipart/form-data`.
   */
  unsupported_media_type: 415
  /**
   * The file is not a photo, video or sound. The content of a file decides, whatever its name says. Upload another
   * file.
   */
  not_media: 415
  /**
   * The file does not have these bytes. `Content-Range` says how many bytes the file has. Request some of them, or
   * leave `Range` out.
   */
  range_not_satisfiable: 416
  /**
   * The Idempotency-Key was used for another request. Use a new `Idempotency-Key` for a new request. A repeated request
   * needs the same body.
   */
  key_reused: 422
  /**
   * Too many requests. Try again after the seconds in the header `Retry-After`. `RateLimit` says how many requests are
   * left.
   */
  too_many_requests: 429
  /** The headers are too large. Send fewer or shorter headers, and a shorter path. */
  headers_too_large: 431
  /**
   * The server failed. This is a fault of the server. Tell its operator the `instance`, which identifies the entry in
   * the log.
   */
  internal_error: 500
  /**
   * The transfer coding is unknown. Send the body with `Transfer-Encoding: chunked` only. A compressed body needs
   * `Content-Encoding`.
   */
  not_implemented: 501
  /** The service cannot answer now. Try again after the seconds in the header `Retry-After`. */
  unavailable: 503
  /**
   * The disk of the service is full. Tell the operator to free some space, or to lower UPLOAD_RESERVE. Nothing was
   * stored. Try again later.
   */
  storage_full: 507
}
