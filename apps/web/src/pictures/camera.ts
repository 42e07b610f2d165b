import type { ExifInfo } from '@media-library/client'

/** Returns the name of a camera; null when nothing is known. */
export function formatCamera({ make, model }: Pick<ExifInfo, 'make' | 'model'>): string | null {
  // Many models begin with the name of the maker.
  return (make && model?.startsWith(make) ? model : [make, model].filter(Boolean).join(' ')) || null
}
