import type { Asset, OwnPerson, ThumbnailView, User } from '@media-library/contract/schemas'
import { toUrl } from './call/request.js'
import type { Calls } from './calls.js'

/**
 * The URLs of files, for pages with a session cookie, or with the key of a link. Each names this version of the asset, so that a browser may store
 * the file.
 */
export interface FileUrls {
  /** Returns the URL of a thumbnail, for `<img src>`. */
  thumbnailUrl(asset: FileRef, view?: Pick<ThumbnailView, 'format'>): string
  /** Returns the URL of the file that serveFile answers, for `<video src>`. */
  fileUrl(asset: FileRef): string
  /** Returns the URL of the original, for `<a href download>`. */
  downloadUrl(asset: FileRef): string
  /** Returns the URL of the picture of a person, for `<img src>`. It changes with the picture. */
  personUrl(person: Pick<OwnPerson, 'id' | 'thumbnailPath'>): string
  /** Returns the URL of the picture of a user who has one, for `<img src>`. It changes with the picture. */
  profileImageUrl(user: Pick<User, 'id' | 'profileImagePath'>): string
}

/** The properties that identify a version of an asset. */
export type FileRef = Pick<Asset, 'id' | 'updatedAt'>

export function fileUrls({ baseUrl, shareKey: key }: Calls): FileUrls {
  return {
    thumbnailUrl: ({ id, updatedAt: v }, { format } = {}) =>
      toUrl(baseUrl, 'getAssetThumbnail', { id, query: { format, v, key } }),
    fileUrl: ({ id, updatedAt: v }) => toUrl(baseUrl, 'serveFile', { id, query: { v, key } }),
    personUrl: ({ id, thumbnailPath }) =>
      toUrl(baseUrl, 'getPersonThumbnail', { id, query: { v: thumbnailPath.split('/').at(-1) || undefined } }),
    profileImageUrl: ({ id, profileImagePath: v }) => toUrl(baseUrl, 'getProfileImage', { id, query: { v } }),
    downloadUrl: ({ id, updatedAt: v }) => toUrl(baseUrl, 'downloadFile', { id, query: { v, key } }),
  }
}
