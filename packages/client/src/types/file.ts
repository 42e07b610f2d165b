// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** An archive that downloadArchive can make. */
export interface DownloadArchive {
  /** What to ask downloadArchive for; the video of a live photo follows its photo. */
  assetIds: string[]
  /** How many bytes its files have. */
  size: number
}

/** How a download divides into archives. */
export interface DownloadInfo {
  /** The archives, newest assets first. */
  archives: DownloadArchive[]
  /** How many bytes all of their files have. */
  totalSize: number
}

/** What is to be downloaded. */
export interface DownloadQuestion {
  /** Assets that the caller may see. */
  assetIds?: string[] | undefined
  /** All assets of an album that the caller may see. */
  albumId?: string | undefined
  /** All of the caller's own assets; the id of the caller. Any other id gets 404. */
  userId?: string | undefined
  /** About how many bytes an archive may have; 4 GiB by default. A file is never divided. */
  archiveSize?: number | undefined
}

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
