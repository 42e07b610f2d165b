import * as z from 'zod'

export const Face = z
  .object({
    boundingBoxX1: z.int(),
    boundingBoxX2: z.int(),
    boundingBoxY1: z.int(),
    boundingBoxY2: z.int(),
    id: z.uuid(),
    imageHeight: z.int(),
    imageWidth: z.int(),
  })
  .describe('A face in an asset. The box is in pixels of an image of `imageWidth` by `imageHeight`.')
export type Face = z.infer<typeof Face>

export const Person = z
  .object({
    birthDate: z.iso.date().nullable().describe('YYYY-MM-DD; null when unknown.'),
    faces: z.array(Face),
    id: z.string(),
    isHidden: z.boolean(),
    name: z.string(),
    thumbnailPath: z.string(),
  })
  .describe('A person in an asset, with their faces in it.')
export type Person = z.infer<typeof Person>
