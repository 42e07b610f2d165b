import * as z from 'zod'
import { examples } from './example.js'
import { DateTime } from './primitives.js'

export const ExifInfo = z
  .object({
    city: z.string().optional(),
    country: z.string().optional(),
    dateTimeOriginal: DateTime.optional(),
    description: z.string().optional(),
    exifImageHeight: z.number().optional().describe('Pixels.'),
    exifImageWidth: z.number().optional().describe('Pixels.'),
    exposureTime: z.string().optional().describe('Seconds, as 1/100.'),
    fNumber: z.number().optional(),
    fileSizeInByte: z.int().optional(),
    focalLength: z.number().optional().describe('Millimetres.'),
    iso: z.number().optional(),
    latitude: z.number().optional().describe('Degrees, north positive.'),
    lensModel: z.string().optional(),
    longitude: z.number().optional().describe('Degrees, east positive.'),
    make: z.string().optional(),
    model: z.string().optional(),
    modifyDate: DateTime.optional(),
    orientation: z.string().optional().describe("EXIF's orientation, 1 to 8."),
    projectionType: z.string().optional(),
    state: z.string().optional(),
    timeZone: z.string().optional(),
  })
  .describe('The metadata of a file. A field without a value is left out.')
  .register(examples, {
    example: { city: 'Annecy', country: 'France', exifImageWidth: 4032, exifImageHeight: 3024, iso: 50, fNumber: 1.8 },
  })
export type ExifInfo = z.infer<typeof ExifInfo>

export const SmartInfo = z
  .object({
    objects: z.array(z.string()).optional(),
    tags: z.array(z.string()).optional(),
  })
  .describe('The results of image recognition for an asset.')
export type SmartInfo = z.infer<typeof SmartInfo>
