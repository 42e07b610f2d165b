import * as z from 'zod'

/** The preference that leaves the assets out of an album in an answer. */
export const Prefer = z
  .string()
  .describe('`return=minimal` (RFC 7240) leaves `assets` empty. `assetCount` is still correct.')

/** The key that prevents a repeated request from doing something twice. */
export const IdempotencyKey = z
  .string()
  .refine((value) => /^[\x21-\x7e]{1,255}$/.test(value), {
    params: { code: 'invalid_value', detail: 'must be 1 to 255 visible ASCII characters' },
  })
  .meta({ minLength: 1, maxLength: 255 })
  .describe('Makes a retry safe: within 24 hours, a request with the same key and body gets the first answer again.')

/** The condition that makes a list answer 304 when it has not changed. */
export const IfNoneMatch = z
  .string()
  .describe('The `ETag` of an earlier answer. The response is 304 while the list is unchanged.')

/** The code with which the first account is made. */
export const SetUpCode = z.string().max(100).describe('The code of the link that `serve` printed: the part after `#`.')
