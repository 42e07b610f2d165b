import * as z from 'zod'
import type { Fields, NamedObject } from './named-object.js'
import { whole } from './query.js'

/** The maximum number of entries of a page. */
export const MAX_PAGE = 1_000

const page = z
  .object({
    limit: whole(1, MAX_PAGE)
      .optional()
      .describe(
        'The size of a page, which may be shorter when its texts are long. The `Link` of the answer has the ' +
          'address of the next page. Without it, the answer is the whole list.',
      ),
    cursor: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('The start of the page, from the `Link` of the previous page.'),
  })
  .describe('The page of a list; the whole list without `limit`.')
export interface Page extends Fields<typeof page> {}
export interface PageSchema extends NamedObject<typeof page, Page> {}
export const Page: PageSchema = page
