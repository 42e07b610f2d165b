// The function has an entry of its own, because it loads exiftool's library, which a server without a worker may never
// need.
export { offsetAt } from './exif/capture-time.js'
export { createExifReader, type ExifReader, type ExifReading, readFileTimes } from './exif/exif.js'
export { isOffset } from './exif/written-zone.js'
export { zoneAt } from './place/zone.js'
