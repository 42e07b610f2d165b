import { createExifReader } from '@media-library/media/metadata'

/** Reads metadata for all test files of a process, with which it ends: exiftool takes long to start. */
export const exif = createExifReader({ processes: 1 })
