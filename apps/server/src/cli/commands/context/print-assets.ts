import type { AssetColumnsRow } from '../../../assets/asset.js'
import { printListing } from '../../terminal/listing.js'

/** Prints assets as a table or, with `json`, as one array. `empty` is printed instead of a table without rows. */
export function printAssets(
  assets: AssetColumnsRow[],
  { json, empty }: { json?: boolean | undefined; empty: string },
): void {
  const rows = assets.map(({ tags, ...asset }) => ({ ...asset, tags: tags.map(({ tag }) => tag.name).sort() }))
  printListing(rows, {
    json,
    columns: [
      ['id', 'ID'],
      ['type', 'Type'],
      ['fileCreatedAt', 'Created'],
      ['originalFileName', 'Name'],
      ['tags', 'Tags'],
    ],
    empty,
  })
}
