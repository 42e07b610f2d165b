import type { SharedLink } from '@media-library/client'

/** Returns the address of the page of a link; null when the service cannot show its key again. */
export function toAddress({ key }: Pick<SharedLink, 'key'>): string | null {
  return key === '' ? null : `${location.origin}/share/${key}`
}

/** Copies a text. Without encryption, browsers copy only what is selected. */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<void> {
  field?.select()
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else document.execCommand('copy')
}
