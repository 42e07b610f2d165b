import type { Asset } from '@media-library/contract/schemas'

/** A part of a tag's assets, or all of them. */
export interface TagAssetsPage {
  status: 'ok'
  assets: Asset[]
  /** Names this state of the list; pass it to ask whether that changed. */
  etag: string | undefined
  /** Where the next page starts; undefined on the last. */
  nextCursor: string | undefined
}

/** The list is still what its `etag` says. */
export interface Unchanged {
  status: 'unchanged'
  etag: string
}

/** The cursor in the link to the next page (RFC 8288); only the cursor, so that no link leads a key elsewhere. */
export function nextCursorOf(link: string | null): string | undefined {
  const next = link?.split(/,\s*(?=<)/).find((one) => /;\s*rel="?([^"]*\s)?next[\s";]?/i.test(one))
  const cursor = next && /[?&]cursor=([^&>#]+)/.exec(next)?.[1]
  return cursor && decodeURIComponent(cursor)
}

/** The entries of one page after the other, each page asked for when the one before is used up. */
export async function* eachOf(getPage: (cursor: string | undefined) => Promise<TagAssetsPage>): AsyncGenerator<Asset> {
  let cursor: string | undefined
  do {
    const page = await getPage(cursor)
    yield* page.assets
    cursor = page.nextCursor
  } while (cursor)
}
