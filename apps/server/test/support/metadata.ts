import type { Metadata } from '../../src/repositories/asset/metadata.js'

/** What a file tells that says nothing of itself but its size. */
export function exifOf(): Metadata['exif'] {
  return {
    city: null,
    country: null,
    dateTimeOriginal: null,
    description: null,
    exifImageHeight: null,
    exifImageWidth: null,
    exposureTime: null,
    fNumber: null,
    fileSizeInByte: 1n,
    focalLength: null,
    iso: null,
    latitude: null,
    lensModel: null,
    livePhotoCid: null,
    longitude: null,
    make: null,
    model: null,
    modifyDate: null,
    orientation: null,
    projectionType: null,
    state: null,
    timeZone: null,
  }
}
