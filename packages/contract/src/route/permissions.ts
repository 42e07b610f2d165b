/** The permissions that a key can have, and what each lets its user see and do. */
export const scopes = {
  'album.create': 'create albums; sharing one at once also needs `album.share`',
  'album.share': 'share albums with further users',
  'album.read': 'see albums: names, users, counts and covers; their assets also need `asset.read`',
  'album.update': 'rename albums, add assets to them and remove assets from them',
  'album.delete': 'delete albums, remove users from them, and leave those of others',
  'tag.read': 'see tags, and the assets that have them with all of their metadata, but no files',
  'tag.create': 'create tags',
  'tag.update': 'rename tags, and add them to assets or remove them',
  'tag.delete': 'delete tags',
  'asset.job': 'queue jobs for assets, and see their results',
  'asset.read': 'see assets with all of their metadata, including those of shared albums, and download their files',
  'asset.update':
    'make assets favourites, archive them, describe and date them, say where they were taken, and stack them',
  'asset.delete': 'move assets to the trash, restore them, and delete them for good',
  'asset.upload': 'upload files, and see which of them the library already has',
  'person.read': 'see people and their pictures, and the assets that show them with all of their metadata',
  'person.update': 'name, date, hide and merge people, and choose their pictures',
  'user.read': 'see the users of the service, and their pictures; also the passkeys of the user',
  'user.create': 'add and invite users, as an administrator',
  'user.update':
    'change the name, the picture, the settings, the password and the passkeys of the user; as an administrator also other users, and see their quotas',
  'user.delete': 'lock users out, restore and remove them, as an administrator',
  'session.read': 'see where the user is signed in',
  'session.delete': 'sign the user out elsewhere',
  'key.create': 'create API keys, with no more scopes than this one has; they may outlive it',
  'key.read': 'see the API keys of the user: names, scopes and times',
  'key.update': 'rename the API keys of the user',
  'key.delete': 'revoke the API keys of the user, including this one',
  'sharedLink.create':
    'create links, by which everybody who has them sees pictures of the user, and may add some if they allow it',
  'sharedLink.read': 'see the links of the user with their keys, and so the pictures that they show',
  'sharedLink.update': 'change what links allow and show',
  'sharedLink.delete': 'remove links',
  'event.read': 'listen to events, which contain ids and say what changed',
} as const
export type Permission = keyof typeof scopes

export const permissions: Permission[] = Object.keys(scopes) as Permission[]
