// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** An API key of the caller, without its secret. */
export interface ApiKey {
  /** The id of the key, which is also in the key itself. */
  id: string
  /** What the key is for. */
  name: string
  /** When the key was made. */
  createdAt: string
  /** When the key was last changed. */
  updatedAt: string
  /** What the key may do. */
  scopes: KeyScope[]
  /** When the key expires; null for never. */
  expiresAt: string | null
}

/** A new key with its secret. */
export interface ApiKeyWithSecret {
  /** The key without its secret. */
  apiKey: ApiKey
  /** The key: send it as `x-api-key`. It is shown this once. */
  secret: string
}

/** The body of createApiKey. */
export interface CreateApiKey {
  /** What the key is for, in 1 to 1,000 characters; `API Key` by default. */
  name?: string | undefined
  /** What the key may do, and the caller may do, too; by default all that the caller may. */
  scopes?: KeyScope[] | undefined
  /** From when the key is refused, which lies in the future; by default it never is. */
  expiresAt?: string | undefined
}

/** A permission that a key has, or `all` for all of them, also those of later versions. */
export type KeyScope =
  | 'all'
  | 'album.create'
  | 'album.share'
  | 'album.read'
  | 'album.update'
  | 'album.delete'
  | 'tag.read'
  | 'tag.create'
  | 'tag.update'
  | 'tag.delete'
  | 'asset.job'
  | 'asset.read'
  | 'asset.update'
  | 'asset.delete'
  | 'asset.upload'
  | 'user.read'
  | 'session.read'
  | 'session.delete'
  | 'key.create'
  | 'key.read'
  | 'key.update'
  | 'key.delete'
  | 'event.read'

/** The body of updateApiKey. */
export interface UpdateApiKey {
  /** What the key is for, in 1 to 1,000 characters. */
  name: string
}
