import * as z from 'zod'

/** Of requests whose answer is an album. */
export const Prefer = z
  .string()
  .describe('`return=minimal` (RFC 7240) answers `assets: []` with the true `assetCount`.')

/** Of requests whose repetition would do something twice. */
export const IdempotencyKey = z
  .string()
  .refine((value) => /^[\x21-\x7e]{1,255}$/.test(value), {
    params: { code: 'invalid_value', detail: 'must be 1 to 255 visible ASCII characters' },
  })
  .meta({ minLength: 1, maxLength: 255 })
  .describe('Makes a retry safe: within 24 hours the same key and body get the first answer again.')

/** Of requests for a list. */
export const IfNoneMatch = z.string().describe('An `ETag` of an earlier answer; 304 while the list is still the same.')
