/** The folders of derived files. */
export const DERIVED = ['thumbs', 'encoded-video', '.motion'] as const

/**
 * Returns the key of a file derived from an asset, without its extension. Its two folders are the last four digits of the id,
 * because the first digits encode the time and hardly differ.
 */
export function toDerivedKey(
  folder: (typeof DERIVED)[number],
  { id, ownerId }: { id: string; ownerId: string },
): string {
  return [folder, ownerId, id.slice(-4, -2), id.slice(-2), id].join('/')
}
