import * as z from 'zod'

/** Who or what made a tag. */
export const TagType = z.enum(['OBJECT', 'FACE', 'CUSTOM'])
export type TagType = z.infer<typeof TagType>

/** A label on assets of one user. */
export const Tag = z.object({
  id: z.string(),
  name: z.string(),
  type: TagType,
  userId: z.string(),
})
export type Tag = z.infer<typeof Tag>
