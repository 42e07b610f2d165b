import type { SharedLink } from '@media-library/client'

/** Returns the address of the page of a link; null when the service cannot show its key again. */
export function toAddress({ key }: Pick<SharedLink, 'key'>): string | null {
  return key === '' ? null : `${location.origin}/share/${key}`
}
