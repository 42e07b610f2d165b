/**
 * The key of a file made of an asset, without its extension. The two parts in between are the last four digits of the
 * id: the first ones are the time, and equal for years.
 */
export function toDerivedKey(
  folder: 'thumbs' | 'encoded-video',
  { id, ownerId }: { id: string; ownerId: string },
): string {
  return [folder, ownerId, id.slice(-4, -2), id.slice(-2), id].join('/')
}
