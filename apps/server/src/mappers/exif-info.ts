import type { ExifInfo, SmartInfo } from '@media-library/contract'
import type { Exif as ExifRow, SmartInfo as SmartInfoRow } from '../generated/prisma/client.js'

/** What is left of an object without its null values. */
type Known<T> = { [K in keyof T]?: NonNullable<T[K]> }

const known = <T extends object>(values: T): Known<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as Known<T>

/** The EXIF that is known; a field without a value is left out. */
export const toExifInfo = (row: ExifRow): ExifInfo =>
  known({
    city: row.city,
    country: row.country,
    dateTimeOriginal: row.dateTimeOriginal?.toISOString(),
    description: row.description,
    exifImageHeight: row.exifImageHeight,
    exifImageWidth: row.exifImageWidth,
    exposureTime: row.exposureTime,
    fNumber: row.fNumber,
    fileSizeInByte: row.fileSizeInByte === null ? null : Number(row.fileSizeInByte),
    focalLength: row.focalLength,
    iso: row.iso,
    latitude: row.latitude,
    lensModel: row.lensModel,
    longitude: row.longitude,
    make: row.make,
    model: row.model,
    modifyDate: row.modifyDate?.toISOString(),
    orientation: row.orientation,
    projectionType: row.projectionType,
    state: row.state,
    timeZone: row.timeZone,
  })

export const toSmartInfo = ({ objects, tags }: SmartInfoRow): SmartInfo => ({ objects, tags })
