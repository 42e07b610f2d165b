import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { text } from '../route/primitives.js'

export const TagType = z
  .enum(['OBJECT', 'FACE', 'CUSTOM'])
  .describe('The origin of a tag: object recognition, face recognition, or a person.')
export type TagType = z.infer<typeof TagType>

const tag = z
  .object({
    id: z.string().describe('The id of the tag.'),
    name: z.string().describe('The name of the tag.'),
    type: TagType.describe('The origin of the tag.'),
    userId: z.string().describe('The id of the owner of the tag.'),
  })
  .describe('A label on assets of one user.')
  .register(examples, {
    example: { id: sample.tag, name: 'Holiday', type: 'CUSTOM', userId: sample.ada },
  })
export interface Tag extends Fields<typeof tag> {}
export interface TagSchema extends NamedObject<typeof tag, Tag> {}
export const Tag: TagSchema = tag

/**
 * The name of a tag. Its maximum length fits into an index of the database, whose entries have at most 2,700 bytes. Side-car files keep all names
 * on one line.
 */
const name = text(500)
  .normalize()
  .min(1)
  .refine((value) => !/\p{Cc}/u.test(value), {
    params: { code: 'invalid_text', detail: 'must not contain control characters, such as line breaks' },
  })

const createTag = z
  .strictObject({
    name: name.describe(
      'The name, of 1 to 500 characters without control characters. No other tag of the caller may have it.',
    ),
    type: TagType.optional().describe('The origin of the tag; `CUSTOM` by default.'),
  })
  .describe('The body of createTag.')
  .register(examples, { example: { name: 'Mountains', type: 'CUSTOM' } })
export interface CreateTag extends Fields<typeof createTag> {}
export interface CreateTagSchema extends NamedObject<typeof createTag, CreateTag> {}
export const CreateTag: CreateTagSchema = createTag

const updateTag = z
  .strictObject({
    name: name.optional().describe('The new name, of 1 to 500 characters. Without one, nothing changes.'),
  })
  .describe('The body of updateTag.')
  .register(examples, { example: { name: 'Holiday' } })
export interface UpdateTag extends Fields<typeof updateTag> {}
export interface UpdateTagSchema extends NamedObject<typeof updateTag, UpdateTag> {}
export const UpdateTag: UpdateTagSchema = updateTag
