// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** The page of a list; the whole list without `limit`. */
export interface Page {
  /** The size of a page; the answer names the next in `Link`. The whole list when left out. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
}
