import type { Asset, UpdateAsset } from '@media-library/contract'

/** A change of everything that a person may set of an asset. A test that uses it also covers a later field. */
export const everyChange = {
  isFavorite: true,
  isArchived: true,
  dateTimeOriginal: '2001-07-14T18:00:00.000Z',
  latitude: -33.85,
  longitude: 151.21,
  description: 'Dusk & dawn',
} satisfies Required<UpdateAsset>

/** Returns the fields of `everyChange` of an asset. */
export function readChangedFields(asset: Asset | null): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...asset?.exifInfo, ...asset }
  return Object.fromEntries(Object.keys(everyChange).map((field) => [field, fields[field]]))
}
