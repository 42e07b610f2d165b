import * as z from 'zod'

/** How many assets a page may hold. */
export const MAX_PAGE = 1_000

/** A query holds text; programs may write a number. */
const limit = z
  .union([z.int(), z.stringFormat('whole number', /^-?(\d{1,9}|[1-9]\d{9,14})$/).transform(Number)])
  .pipe(z.int().min(1).max(MAX_PAGE))

/** Which part of a list to answer; all of it without `limit`. */
export const Page = z.strictObject({
  limit: limit.optional().describe('The most assets to answer.'),
  cursor: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe('Where the page starts: from the `Link` of the page before it.'),
})
export type Page = z.infer<typeof Page>
