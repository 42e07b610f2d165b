import type { ExifInfo } from '@media-library/contract'

/** Converts a row of asset and exif to the exif of an asset; a field without a value is left out. */
export function toExifInfo(row: Record<string, unknown>): ExifInfo {
  return Object.fromEntries(
    Object.entries(columns)
      .map(([field, column]) => [field, toValue(column, row[column])])
      .filter(([, value]) => value !== null),
  )
}

const columns = {
  city: 'city',
  country: 'country',
  dateTimeOriginal: 'date_time_original',
  description: 'description',
  exifImageHeight: 'exif_image_height',
  exifImageWidth: 'exif_image_width',
  exposureTime: 'exposure_time',
  fNumber: 'f_number',
  fileSizeInByte: 'file_size_in_byte',
  focalLength: 'focal_length',
  iso: 'iso',
  latitude: 'latitude',
  lensModel: 'lens_model',
  longitude: 'longitude',
  make: 'make',
  model: 'model',
  modifyDate: 'modify_date',
  orientation: 'orientation',
  projectionType: 'projection_type',
  state: 'state',
  timeZone: 'time_zone',
} satisfies Record<keyof Required<ExifInfo>, string>

function toValue(column: string, value: unknown) {
  if (value instanceof Date) return value.toISOString()
  // pg returns an int8 as text.
  return column === columns.fileSizeInByte && value !== null ? Number(value) : value
}
