// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** The query of downloadFile. */
export interface FileVersion {
  /** The asset's `updatedAt`. While it is the current one, a copy that is kept needs no check (RFC 8246). */
  v?: string | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
}

/** Which file of an asset to answer. */
export interface FileView extends FileVersion {
  /** `true`: the thumbnail of 250 px. */
  isThumb?: boolean | undefined
  /** `false`: the original, whether browsers can show it or not. */
  isWeb?: boolean | undefined
}

/** `WEBP`: the thumbnail, 250 px on the shorter edge; `JPEG`: the preview, 1440 px. */
export type ThumbnailFormat = 'WEBP' | 'JPEG'

/** Which picture of an asset to answer. */
export interface ThumbnailView extends FileVersion {
  /** `WEBP` when it is left out. */
  format?: ThumbnailFormat | undefined
}
