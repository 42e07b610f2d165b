import * as z from 'zod'
import { examples } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { DateTime } from '../route/primitives.js'

const exifInfo = z
  .object({
    city: z.string().optional().describe('The city where the photo was taken.'),
    country: z.string().optional().describe('The country where the photo was taken.'),
    dateTimeOriginal: DateTime.optional().describe('When the photo was taken.'),
    description: z.string().optional().describe('The caption in the file.'),
    exifImageHeight: z.number().optional().describe('Pixels.'),
    exifImageWidth: z.number().optional().describe('Pixels.'),
    exposureTime: z.string().optional().describe('The exposure time in seconds, such as `1/100`.'),
    fNumber: z.number().optional().describe('The aperture: 1.8 means f/1.8.'),
    fileSizeInByte: z.int().optional().describe('The size of the file in bytes.'),
    focalLength: z.number().optional().describe('Millimetres.'),
    iso: z.number().optional().describe('The sensitivity (ISO).'),
    latitude: z.number().optional().describe('The latitude in degrees, north positive.'),
    lensModel: z.string().optional().describe('The lens.'),
    longitude: z.number().optional().describe('The longitude in degrees, east positive.'),
    make: z.string().optional().describe('The maker of the camera.'),
    model: z.string().optional().describe('The camera.'),
    modifyDate: DateTime.optional().describe('When the file was last changed, according to its metadata.'),
    orientation: z.string().optional().describe("EXIF's orientation, 1 to 8."),
    projectionType: z.string().optional().describe('The projection of a panorama, such as `EQUIRECTANGULAR`.'),
    state: z.string().optional().describe('The state or region where the photo was taken.'),
    timeZone: z
      .string()
      .optional()
      .describe('The time zone where the photo was taken, such as `Europe/Paris` or `UTC+2`.'),
  })
  .describe('The metadata of a file. A field without a value is left out.')
  .register(examples, {
    example: { city: 'Annecy', country: 'France', exifImageWidth: 4032, exifImageHeight: 3024, iso: 50, fNumber: 1.8 },
  })
export interface ExifInfo extends Fields<typeof exifInfo> {}
export interface ExifInfoSchema extends NamedObject<typeof exifInfo, ExifInfo> {}
export const ExifInfo: ExifInfoSchema = exifInfo

const smartInfo = z
  .object({
    objects: z.array(z.string()).optional().describe('Names of objects in the picture.'),
    tags: z.array(z.string()).optional().describe('Words that describe the picture.'),
  })
  .describe('The results of image recognition for an asset.')
export interface SmartInfo extends Fields<typeof smartInfo> {}
export interface SmartInfoSchema extends NamedObject<typeof smartInfo, SmartInfo> {}
export const SmartInfo: SmartInfoSchema = smartInfo
