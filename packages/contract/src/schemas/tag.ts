import * as z from 'zod'
import { examples, sample } from './example.js'

export const TagType = z
  .enum(['OBJECT', 'FACE', 'CUSTOM'])
  .describe('The origin of a tag: object recognition, face recognition, or a person.')
export type TagType = z.infer<typeof TagType>

export const Tag = z
  .object({
    id: z.string().describe('The id of the tag.'),
    name: z.string().describe('The name of the tag.'),
    type: TagType.describe('Where the tag comes from.'),
    userId: z.string().describe('The id of the user whose tag it is.'),
  })
  .describe('A label on assets of one user.')
  .register(examples, {
    example: { id: sample.tag, name: 'Holiday', type: 'CUSTOM', userId: sample.ada },
  })
export type Tag = z.infer<typeof Tag>
