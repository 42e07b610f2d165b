/** What a key may be allowed to do. */
export const permissions = [
  'album.create',
  'album.share',
  'album.read',
  'tag.read',
  'asset.job',
  'asset.read',
  'user.read',
] as const
export type Permission = (typeof permissions)[number]
