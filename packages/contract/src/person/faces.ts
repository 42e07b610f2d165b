import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Id } from '../route/primitives.js'
import { OwnPerson } from './people.js'
import { Face } from './schemas.js'

const assetFace = Face.extend({
  person: OwnPerson.omit({ count: true }).nullable().describe('Whom the face shows; null when nobody said it.'),
})
  .describe('A face in an asset, and whom it shows. The box of a person who was named without marking a face is all 0.')
  .register(examples, {
    example: {
      boundingBoxX1: 100,
      boundingBoxX2: 400,
      boundingBoxY1: 100,
      boundingBoxY2: 500,
      id: sample.face,
      imageHeight: 1080,
      imageWidth: 1440,
      person: { birthDate: '1815-12-10', id: sample.person, isHidden: false, name: 'Ada', thumbnailPath: '' },
    },
  })
export interface AssetFace extends Fields<typeof assetFace> {}
export interface AssetFaceSchema extends NamedObject<typeof assetFace, AssetFace> {}
export const AssetFace: AssetFaceSchema = assetFace

const facesFilter = z.object({ id: Id.describe('The id of the asset.') }).describe('The query of getFaces.')
export interface FacesFilter extends Fields<typeof facesFilter> {}
export interface FacesFilterSchema extends NamedObject<typeof facesFilter, FacesFilter> {}
export const FacesFilter: FacesFilterSchema = facesFilter

const chosenFace = z
  .strictObject({ id: Id.describe('The id of the face.') })
  .describe('The body of reassignFacesById.')
  .register(examples, { example: { id: sample.face } })
export interface ChosenFace extends Fields<typeof chosenFace> {}
export interface ChosenFaceSchema extends NamedObject<typeof chosenFace, ChosenFace> {}
export const ChosenFace: ChosenFaceSchema = chosenFace
