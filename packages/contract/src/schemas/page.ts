import * as z from 'zod'
import { whole } from './query.js'

/** How many assets a page may hold. */
export const MAX_PAGE = 1_000

/** Which part of a list to answer; all of it without `limit`. */
export const Page = z.strictObject({
  limit: whole(1, MAX_PAGE).optional().describe('The most entries to answer.'),
  cursor: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe('Where the page starts: from the `Link` of the page before it.'),
})
export type Page = z.infer<typeof Page>
