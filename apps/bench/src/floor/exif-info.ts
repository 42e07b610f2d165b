import type { ExifInfo } from '@media-library/contract'

const exifFields = [
  ['city', 'city'],
  ['country', 'country'],
  ['dateTimeOriginal', 'date_time_original'],
  ['description', 'description'],
  ['exifImageHeight', 'exif_image_height'],
  ['exifImageWidth', 'exif_image_width'],
  ['exposureTime', 'exposure_time'],
  ['fNumber', 'f_number'],
  ['fileSizeInByte', 'file_size_in_byte'],
  ['focalLength', 'focal_length'],
  ['iso', 'iso'],
  ['latitude', 'latitude'],
  ['lensModel', 'lens_model'],
  ['longitude', 'longitude'],
  ['make', 'make'],
  ['model', 'model'],
  ['modifyDate', 'modify_date'],
  ['orientation', 'orientation'],
  ['projectionType', 'projection_type'],
  ['state', 'state'],
  ['timeZone', 'time_zone'],
] as const

/** The exif in a row of asset and exif; a field without a value is left out. */
export const toExifInfo = (row: Record<string, unknown>): ExifInfo => {
  const exifInfo: Record<string, unknown> = {}
  for (const [field, column] of exifFields) {
    const value = row[column]
    if (value !== null) exifInfo[field] = column === 'file_size_in_byte' ? Number(value) : value
  }
  return exifInfo
}
