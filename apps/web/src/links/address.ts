import type { SharedLink } from '@media-library/client'

/** Returns the address of the page of a link at an origin; null when the service cannot show its key again. */
export function toAddress({ key }: Pick<SharedLink, 'key'>, origin: string): string | null {
  return key === '' ? null : `${origin}/share/${key}`
}
