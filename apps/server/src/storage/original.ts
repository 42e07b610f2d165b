import type { PlacedFile } from './file-store.js'

/** The original of an asset, as the library knows it. Both paths are of a folder, or both of a bucket. */
export interface Original {
  originalPath: string
  /** The folder of its library. */
  importPath: string
  fileModifiedAt: Date
}

/** An open original. */
export interface OpenOriginal extends PlacedFile {
  /** Its media type by its content, and the usual extension of that. */
  type: string
  extension: string
  /** Returns a signed address as `DerivedFiles` does. */
  sign(headers: Record<string, string>): Promise<string | null>
}
