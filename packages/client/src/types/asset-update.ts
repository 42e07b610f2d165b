// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** The assets to delete. */
export interface DeleteAssets {
  /** The caller's own assets. */
  ids: string[]
  /** `true` deletes them for good. By default, they go to the trash. */
  force?: boolean | undefined
}

/** The changes of an asset. Properties that are left out stay. Reading the file again does not undo a change. */
export interface UpdateAsset {
  /** Whether it is a favourite. */
  isFavorite?: boolean | undefined
  /** Whether it is archived. */
  isArchived?: boolean | undefined
  /** When it was taken. `localDateTime` becomes the local time of the given offset from UTC. */
  dateTimeOriginal?: string | undefined
  /** Degrees, north positive; with `longitude`. */
  latitude?: number | undefined
  /** Degrees, east positive; with `latitude`. */
  longitude?: number | undefined
  /** The caption; empty for none. */
  description?: string | undefined
}

/** Assets, and the changes of each of them. Properties that are left out stay. */
export interface UpdateAssets {
  /** The caller's own assets. */
  ids: string[]
  /** Whether it is a favourite. */
  isFavorite?: boolean | undefined
  /** Whether it is archived. */
  isArchived?: boolean | undefined
  /** When it was taken. `localDateTime` becomes the local time of the given offset from UTC. */
  dateTimeOriginal?: string | undefined
  /** Degrees, north positive; with `longitude`. */
  latitude?: number | undefined
  /** Degrees, east positive; with `latitude`. */
  longitude?: number | undefined
  /** The asset that the others are stacked behind. Their own stacks join it. */
  stackParentId?: string | undefined
  /** `true` takes the assets out of their stacks. */
  removeParent?: boolean | undefined
}
