import * as z from 'zod'
import { whole } from './query.js'

/** The maximum number of entries of a page. */
export const MAX_PAGE = 1_000

export const Page = z
  .strictObject({
    limit: whole(1, MAX_PAGE)
      .optional()
      .describe('The size of a page; the answer names the next in `Link`. The whole list when left out.'),
    cursor: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('The start of the page, from the `Link` of the previous page.'),
  })
  .describe('The page of a list; the whole list without `limit`.')
export type Page = z.infer<typeof Page>
