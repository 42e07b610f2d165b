// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** The metadata of a file. A field without a value is left out. */
export interface ExifInfo {
  /** The city where the photo was taken. */
  city?: string | undefined
  /** The country where the photo was taken. */
  country?: string | undefined
  /** When the photo was taken. */
  dateTimeOriginal?: string | undefined
  /** The caption in the file. */
  description?: string | undefined
  /** Pixels. */
  exifImageHeight?: number | undefined
  /** Pixels. */
  exifImageWidth?: number | undefined
  /** Seconds, as 1/100. */
  exposureTime?: string | undefined
  /** The aperture: 1.8 means f/1.8. */
  fNumber?: number | undefined
  /** The size of the file in bytes. */
  fileSizeInByte?: number | undefined
  /** Millimetres. */
  focalLength?: number | undefined
  /** The sensitivity (ISO). */
  iso?: number | undefined
  /** Degrees, north positive. */
  latitude?: number | undefined
  /** The lens. */
  lensModel?: string | undefined
  /** Degrees, east positive. */
  longitude?: number | undefined
  /** The maker of the camera. */
  make?: string | undefined
  /** The camera. */
  model?: string | undefined
  /** When the file was last changed, as its metadata says. */
  modifyDate?: string | undefined
  /** EXIF's orientation, 1 to 8. */
  orientation?: string | undefined
  /** The projection of a panorama, such as `EQUIRECTANGULAR`. */
  projectionType?: string | undefined
  /** The state or region where the photo was taken. */
  state?: string | undefined
  /** The time zone where the photo was taken, such as `Europe/Paris` or `UTC+2`. */
  timeZone?: string | undefined
}

/** The results of image recognition for an asset. */
export interface SmartInfo {
  /** Names of objects in the picture. */
  objects?: string[] | undefined
  /** Words that describe the picture. */
  tags?: string[] | undefined
}
