/** The permissions that a key can have. */
export const permissions = [
  'album.create',
  'album.share',
  'album.read',
  'album.update',
  'tag.read',
  'tag.create',
  'tag.update',
  'tag.delete',
  'asset.job',
  'asset.read',
  'asset.upload',
  'user.read',
  'event.read',
] as const
export type Permission = (typeof permissions)[number]
