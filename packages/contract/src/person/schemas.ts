import * as z from 'zod'
import type { Fields, NamedObject } from '../route/named-object.js'

const face = z
  .object({
    boundingBoxX1: z.int().describe('The left edge of the box.'),
    boundingBoxX2: z.int().describe('The right edge of the box.'),
    boundingBoxY1: z.int().describe('The upper edge of the box.'),
    boundingBoxY2: z.int().describe('The lower edge of the box.'),
    id: z.uuid().describe('The id of the face.'),
    imageHeight: z.int().describe('The height of the image that the box refers to.'),
    imageWidth: z.int().describe('The width of the image that the box refers to.'),
  })
  .describe('A face in an asset. The box is in pixels of an image of `imageWidth` by `imageHeight`.')
export interface Face extends Fields<typeof face> {}
export interface FaceSchema extends NamedObject<typeof face, Face> {}
export const Face: FaceSchema = face

const person = z
  .object({
    birthDate: z.iso.date().nullable().describe('The date of birth as YYYY-MM-DD; null when it is unknown.'),
    faces: z.array(Face).describe('The faces of the person in this asset.'),
    id: z.string().describe('The id of the person.'),
    isHidden: z.boolean().describe('Always false, because hidden people are left out.'),
    name: z.string().describe('The name; empty until somebody enters one.'),
    thumbnailPath: z.string().describe('The path of a picture of the face; empty when there is none.'),
  })
  .describe('A person in an asset, with their faces in it.')
export interface Person extends Fields<typeof person> {}
export interface PersonSchema extends NamedObject<typeof person, Person> {}
export const Person: PersonSchema = person
